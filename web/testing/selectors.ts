// Faster selector queries for Testing Library: compares tag names before jsdom matches the whole selector.

interface Asked {
  matches: (selector: string) => boolean
  querySelectorAll: (selector: string) => Iterable<Element>
}

const prepared = new WeakSet<object>()

/** Patches the selector methods of a prototype. */
export function lookAtNamesFirst(elements: Asked): void {
  if (prepared.has(elements)) return
  prepared.add(elements)
  const { matches, querySelectorAll } = elements
  elements.matches = function (this: Element, selector) {
    const names = namesIn(selector)
    return (names === undefined || names.has(this.localName)) && matches.call(this, selector)
  }
  elements.querySelectorAll = function (this: Element, selector) {
    const [, role, names] = ofRole.exec(selector) ?? []
    if (role === undefined) return querySelectorAll.call(this, selector)
    return elementsOf(this, role, new Set(names?.split(',')))
  }
}

/** A tag name with attribute conditions: `input[type=submit]`, `a[href]`, `img:not([alt])`. */
const simple = /^([a-z][a-z\d]*)(?:\[[^\],]*\]|:not\(\[[^\],]*\]\))*$/

const namesOf = new Map<string, ReadonlySet<string> | undefined>()

/** The tag names of a selector; undefined where a part is not a tag name with attributes. */
function namesIn(selector: string): ReadonlySet<string> | undefined {
  if (namesOf.has(selector)) return namesOf.get(selector)
  const found = selector.split(',').map((one) => simple.exec(one.trim())?.[1])
  const names = found.filter((name) => name !== undefined)
  const known = names.length === found.length ? new Set(names) : undefined
  namesOf.set(selector, known)
  return known
}

/** The selector with which Testing Library searches for a role: explicit roles, and tags that may have it. */
const ofRole = /^\*\[role~="([a-z]+)"\]((?:,[a-z][a-z\d]*)*)$/

function elementsOf(root: Element, role: string, names: ReadonlySet<string>): Element[] {
  const found: Element[] = []
  const walk = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)
  while (walk.nextNode()) {
    const element = walk.currentNode as Element
    if (names.has(element.localName) || saysRole(element, role)) found.push(element)
  }
  return found
}

const saysRole = (element: Element, role: string): boolean =>
  element.getAttribute('role')?.split(/\s+/).includes(role) === true
