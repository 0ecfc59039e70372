// Light, dark or as the system has it: the choice is kept in the browser and stands on the root element.
import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme)
}

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // A browser that keeps nothing still shows the choice until the page is left.
  }
  showTheme(theme)
}

/** The script in index.html has put a saved theme on the root element; the color of the browser's frame follows here. */
export function showTheme(theme: Theme = currentTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset
    const forced = theme === scheme ? 'all' : 'not all'
    meta.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${scheme})` : forced)
  }
  for (const listener of listeners) listener()
}

const storageKey = 'theme'
const listeners = new Set<() => void>()

const currentTheme = (): Theme => parseTheme(document.documentElement.dataset['theme'])

const parseTheme = (text: string | null | undefined): Theme =>
  text === 'light' || text === 'dark' ? text : 'system'

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab({ key, newValue }: StorageEvent): void {
  if (key === storageKey) showTheme(parseTheme(newValue))
}
