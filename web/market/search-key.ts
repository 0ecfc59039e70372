// The key that leads to the search. It can be switched off: whoever speaks to their computer types signs without meaning to.
import { useSyncExternalStore } from 'react'

export const useSearchKey = (): boolean => useSyncExternalStore(subscribe, isOn)

export function switchSearchKey(on: boolean): void {
  off = !on
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // A browser that keeps nothing still knows it until the page is left.
  }
  for (const listener of listeners) listener()
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

const storageKey = 'search-key'
const fields = /^(INPUT|TEXTAREA|SELECT)$/
const listeners = new Set<() => void>()
let off: boolean | undefined

function isOn(): boolean {
  off ??= isKeptOff()
  return !off
}

function isKeptOff(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'off'
  } catch {
    return false
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
