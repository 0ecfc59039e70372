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
    removeOutdated(area, name)
  }
}

/** Where the storage is full: a reload would read the text from before. */
function removeOutdated(area: Area, name: string): void {
  try {
    window[area].removeItem(name)
  } catch {
    // The storage is blocked, so nothing is in it.
  }
}

export function loadItem(area: Area, name: string): string | null {
  try {
    return notStored.get(name) ?? window[area].getItem(name)
  } catch {
    return null
  }
}
