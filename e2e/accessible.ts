// Checks a page in any state: no axe violations, no horizontal scrolling, and no text cut off.
import { expect, type Page } from '@playwright/test'

import { faultsIn, type Looking } from './axe.ts'

/** `where` names the page or state in a failure message. */
export const expectAccessible = (page: Page, where: string): Promise<void> =>
  expectNoFault(page, where)

/** The widths of a desktop and of a phone. */
export const screenWidths = [1280, 390]

/** Checks every screen width; the page stays at the last one, the phone's. */
export async function expectAccessibleOnScreens(page: Page, where: string): Promise<void> {
  for (const width of screenWidths) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page, `${where}, ${width} px`)
  }
}

interface Screens {
  readonly widths?: readonly number[]
  /** A further check at every width. */
  readonly expectThere?: ((page: Page) => Promise<void>) | undefined
  /** A selector of elements to leave out, because hundreds of similar rows make axe slow. */
  readonly without?: string
}

/**
 * Resizes the open page, because opening it again and loading axe into it takes longer than the check. Starts
 * and ends with the current width.
 */
export async function expectGoodOnScreens(
  page: Page,
  name: string,
  { widths = screenWidths, expectThere, without }: Screens = {},
): Promise<void> {
  const found = page.viewportSize()?.width ?? 0
  for (const width of widths.toSorted((a, b) => Math.abs(a - found) - Math.abs(b - found))) {
    const where = `${name}, ${width} px`
    await widen(page, width)
    await expectThere?.(page)
    await expectAccessibleInBothThemes(page, where, without)
    await expectToFit(page, where)
  }
  await widen(page, found)
}

/** The document is the same in both themes, so only the color rules run twice. */
async function expectAccessibleInBothThemes(
  page: Page,
  where: string,
  without: string | undefined,
): Promise<void> {
  // Starts with the current theme, because a change of theme costs a repaint.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  // Reduced motion turns color transitions off.
  await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
  await expectNoFault(page, `${where}, ${first}`, { without })
  await page.emulateMedia({ colorScheme: second, reducedMotion: 'reduce' })
  await expectNoFault(page, `${where}, ${second}`, { onlyColors: true, without })
}

async function expectNoFault(page: Page, where: string, looking?: Looking): Promise<void> {
  const faults = await faultsIn(page, looking)
  expect(faults.map((fault) => `${where}: ${fault}`)).toEqual([])
}

/** The narrowest supported screen. */
const narrowest = 320

/** Checks the current width and, if it is a phone's, the narrowest width too. */
async function expectToFit(page: Page, where: string): Promise<void> {
  await expectNothingWider(page, where)
  if ((page.viewportSize()?.width ?? 0) > 400) return
  await widen(page, narrowest)
  await expectNothingWider(page, `${where}, ${narrowest} px`)
}

async function widen(page: Page, width: number): Promise<void> {
  const size = page.viewportSize()
  if (size?.width !== width || size.height !== 844) {
    await page.setViewportSize({ width, height: 844 })
  }
}

async function expectNothingWider(page: Page, where: string): Promise<void> {
  const { sideways, cut } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const shortened = [...document.querySelectorAll('main *')].filter(
      (element) =>
        element.scrollWidth > element.clientWidth &&
        getComputedStyle(element).textOverflow === 'ellipsis',
    )
    return { sideways: scrollWidth - clientWidth, cut: shortened.map((one) => one.textContent) }
  })
  expect(sideways, where).toBe(0)
  expect(cut, where).toEqual([])
}
