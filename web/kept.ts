// What the browser keeps for us until the next visit; what it does not keep is known for as long as the page is open.

type Where = 'localStorage' | 'sessionStorage'

const notKept = new Map<string, string | null>()

export function keep(where: Where, name: string, text: string | null): void {
  try {
    if (text === null) window[where].removeItem(name)
    else window[where].setItem(name, text)
    notKept.delete(name)
  } catch {
    notKept.set(name, text)
  }
}

export function kept(where: Where, name: string): string | null {
  try {
    return notKept.get(name) ?? window[where].getItem(name)
  } catch {
    return null
  }
}
