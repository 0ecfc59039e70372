// Computed styles for the queries and clicks of Testing Library, cached by kind of element, because these tests load no
// style sheet.

const displays = new Map<string, string>()
const made = new WeakSet<Window['getComputedStyle']>()

/** Replaces `window.getComputedStyle`, and calls it for styles that are not cached. */
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

/** The attributes that the default style sheet of jsdom uses for `display`. */
const deciding = ['hidden', 'open', 'type', 'style']

function displayOf(element: Element, compute: Window['getComputedStyle']): string {
  // Distinguishes an attribute without a value from a missing one.
  const attributes = deciding.map((name) => String(element.getAttribute(name)))
  const kind = [element.tagName, ...attributes].join('|')
  const known = displays.get(kind)
  if (known !== undefined) return known
  const { display } = compute(element)
  displays.set(kind, display)
  return display
}

/** The value of an inherited property, which in tests only style attributes set. */
function inherited(element: Element, property: string): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.getAttribute('style')?.includes(property) !== true) continue
    return (at as HTMLElement).style.getPropertyValue(property)
  }
  return ''
}
