// The theme (light, dark or the system's): stored in the browser, set on the root element, and followed across tabs.
import { createStore, useStore } from './create-store.ts'
import { saveItem } from './storage.ts'

export type Theme = 'system' | 'light' | 'dark'

export const useTheme = (): Theme => useStore(shown)

export function chooseTheme(theme: Theme): void {
  saveItem('localStorage', storageKey, theme === 'system' ? null : theme)
  showTheme(theme)
}

/** Sets the theme on the root element, as the boot script has done, and the color of the browser's frame. */
export function showTheme(theme: Theme = currentTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset
    const forced = theme === scheme ? 'all' : 'not all'
    meta.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${scheme})` : forced)
  }
  shown.set(theme)
}

const storageKey = 'theme'

const currentTheme = (): Theme => parseTheme(document.documentElement.dataset['theme'])

const parseTheme = (text: string | null | undefined): Theme =>
  text === 'light' || text === 'dark' ? text : 'system'

function followOtherTabs(): () => void {
  const follow = ({ key, newValue }: StorageEvent): void => {
    if (key === storageKey) showTheme(parseTheme(newValue))
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The store of the shown theme, which reads its value from the root element. */
const shown = { ...createStore<Theme>('system', followOtherTabs), get: currentTheme }
