// Look: everything that the contrast of a text depends on. Pages repeat the same few looks, so axe checks one text per
// look: comparing every text with its background takes longer than all other rules together.

interface Background {
  /** The background colors, up to the nearest opaque one. */
  readonly paint: string
  /** The nearest positioned ancestor, whose positioned children can be above or below the text. */
  readonly place: string
}

/** Runs in the page without imports: marks and returns the first and the last text of each unknown look. */
export function markNewLooks(known: readonly string[]): Element[] {
  const isKnown = new Set(known)
  const texts = new Map<string, { first: Element; last: Element }>()
  const backgrounds = new Map<Element | null, Background>([[null, { paint: '', place: '' }]])
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !isShown(element)) continue
    const look = lookOf(element)
    if (isKnown.has(look)) continue
    texts.set(look, { first: texts.get(look)?.first ?? element, last: element })
  }
  for (const [look, { first, last }] of texts) {
    for (const element of [first, last]) element.setAttribute('data-look', look)
  }
  return [...new Set([...texts.values()].flatMap(({ first, last }) => [first, last]))]

  function hasText(element: Element): boolean {
    return (
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '')
    )
  }

  /** False for text that is only for screen readers. */
  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return isVisible && width > 1 && height > 1
  }

  function lookOf(element: Element): string {
    const { color, fill, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element)
    const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.5 : 24)
    // A link without an underline must differ in color from the text around it.
    const around = element.parentElement && getComputedStyle(element.parentElement).color
    const link = element.matches('a, [role=link]') && `link ${textDecorationLine} ${around}`
    const exempt = element.closest(':disabled, [aria-disabled=true], [aria-hidden=true], label')
    const { paint, place } = backgroundOf(element)
    return [color, fill, isLarge, link, exempt?.tagName, paint, place].join('|')
  }

  function backgroundOf(element: Element | null): Background {
    const done = backgrounds.get(element)
    if (done !== undefined || element === null) return done ?? { paint: '', place: '' }
    const around = backgroundOf(element.parentElement)
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
    const below = backgroundColor.startsWith('rgb(') ? '' : around.paint
    const place =
      position === 'static' ? around.place : `${position} ${element.getAttribute('class')}`
    const own = {
      paint: `${below} ${backgroundColor} ${backgroundImage}`.replace(' rgba(0, 0, 0, 0) none', ''),
      place: opacity === '1' ? place : `${place} ${opacity}`,
    }
    backgrounds.set(element, own)
    return own
  }
}
