// Reads and writes items of the browser's storage; an item that cannot be stored is cached while the page is open.

type Area = 'localStorage' | 'sessionStorage'

const notStored = new Map<string, string | null>()

export function saveItem(area: Area, name: string, text: string | null): void {
  try {
    if (text === null) window[area].removeItem(name)
    else window[area].setItem(name, text)
    notStored.delete(name)
  } catch {
    notStored.set(name, text)
  }
}

export function loadItem(area: Area, name: string): string | null {
  try {
    return notStored.get(name) ?? window[area].getItem(name)
  } catch {
    return null
  }
}
