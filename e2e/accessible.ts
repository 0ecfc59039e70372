// What holds on every page in every state: nobody is shut out, nothing has to be scrolled sideways, and no words are cut.
import { expect, type Page } from '@playwright/test'

import { faultsIn, type Looking } from './axe.ts'

/** `where` says in a failure which page or state it is about. */
export const expectAccessible = (page: Page, where: string): Promise<void> =>
  expectNoFault(page, where)

/** A desk's and a phone's. */
export const screenWidths = [1280, 390]

/** The phone is the last, and stays. */
export async function expectAccessibleOnScreens(page: Page, where: string): Promise<void> {
  for (const width of screenWidths) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessible(page, `${where}, ${width} px`)
  }
}

interface Screens {
  readonly widths?: readonly number[]
  /** What holds at every width besides. */
  readonly expectThere?: ((page: Page) => Promise<void>) | undefined
  /** A selector of what is like its neighbors: hundreds of rows take axe long, and a few say the same. */
  readonly without?: string
}

/**
 * A page that stands is only made narrower or wider: to open it again and to load axe into it takes longer than to
 * look at it. It begins with the width that the page has, and ends with it.
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

/** What a page consists of is the same in both themes, so that only its colors are looked at twice. */
async function expectAccessibleInBothThemes(
  page: Page,
  where: string,
  without: string | undefined,
): Promise<void> {
  // To change the theme costs a drawing, so that it begins with the one that is there.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  // Without motion a color is there at once, and not on its way from another.
  await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
  await expectNoFault(page, `${where}, ${first}`, { without })
  await page.emulateMedia({ colorScheme: second, reducedMotion: 'reduce' })
  await expectNoFault(page, `${where}, ${second}`, { onlyColors: true, without })
}

async function expectNoFault(page: Page, where: string, looking?: Looking): Promise<void> {
  const faults = await faultsIn(page, looking)
  expect(faults.map((fault) => `${where}: ${fault}`)).toEqual([])
}

/** The narrowest screen there is. */
const narrowest = 320

/** At the width that it has and, where that is a phone's, at the narrowest too. */
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
