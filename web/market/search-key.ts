// The key that leads to the search. It can be switched off: whoever speaks to their computer types signs without meaning to.
import { createStore, useStore } from '../browser/create-store.ts'
import { loadItem, saveItem } from '../browser/storage.ts'

const storageKey = 'search-key'
const isOn = createStore(loadItem('localStorage', storageKey) !== 'off')

export const useSearchKey = (): boolean => useStore(isOn)

export function switchSearchKey(on: boolean): void {
  saveItem('localStorage', storageKey, on ? null : 'off')
  isOn.set(on)
}

/** Not while somebody types, and not as a part of another key. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
  return !(
    target instanceof HTMLElement &&
    (target.isContentEditable || fields.test(target.tagName))
  )
}

const fields = /^(INPUT|TEXTAREA|SELECT)$/
