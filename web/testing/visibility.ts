// Computed styles as far as queries and clicks read them, cached by kind of element: no style sheet is loaded in these tests.

const displays = new Map<string, string>()
const made = new WeakSet<Window['getComputedStyle']>()

/** Takes the place of `window.getComputedStyle`, which it asks. */
export function rememberStyles(compute: Window['getComputedStyle']): Window['getComputedStyle'] {
  if (made.has(compute)) return compute
  const remembering = (element: Element): CSSStyleDeclaration => {
    const styles = {
      get display() {
        return displayOf(element, compute)
      },
      get visibility() {
        return inherited(element, 'visibility') || 'visible'
      },
      get pointerEvents() {
        return inherited(element, 'pointer-events') || 'auto'
      },
      getPropertyValue: (name: string) => valueOf(styles, name),
    }
    return styles as Partial<CSSStyleDeclaration> as CSSStyleDeclaration
  }
  made.add(remembering)
  return remembering
}

function valueOf(styles: { display: string; visibility: string }, name: string): string {
  if (name === 'display' || name === 'visibility') return styles[name]
  throw new Error(`${name} is not computed in tests.`)
}

/** What rules about the display of an element look at. */
const deciding = ['hidden', 'open', 'type', 'style']

function displayOf(element: Element, compute: Window['getComputedStyle']): string {
  // An attribute without a value is not one that is missing.
  const attributes = deciding.map((name) => String(element.getAttribute(name)))
  const kind = [element.tagName, ...attributes].join('|')
  const known = displays.get(kind)
  if (known !== undefined) return known
  const { display } = compute(element)
  displays.set(kind, display)
  return display
}

/** Only style attributes set what is inherited. */
function inherited(element: Element, property: string): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.getAttribute('style')?.includes(property) !== true) continue
    return (at as HTMLElement).style.getPropertyValue(property)
  }
  return ''
}
