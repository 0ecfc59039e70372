// What holds on every page in every state: nobody is shut out, nothing has to be scrolled sideways, and no words are cut.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** `where` says in a failure which page or state it is about. */
export const expectAccessible = async (page: Page, where: string): Promise<void> =>
  expectNoFault(await axeFor(page), where)

/** What a page consists of is the same in both themes, so that only its colours are looked at twice. */
async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  // Without motion a colour is there at once, and not on its way from another.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoFault(await axeFor(page), `${where}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const colours = ['color-contrast', 'link-in-text-block']
  const axe = await axeFor(page)
  await expectNoFault(axe.withRules(colours), `${where}, dark`)
}

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
}

/** A page that stands is only made narrower: to open it again and to load axe into it takes longer than to look at it. */
export async function expectGoodOnScreens(
  page: Page,
  name: string,
  { widths = screenWidths, expectThere }: Screens = {},
): Promise<void> {
  for (const width of widths) {
    const where = `${name}, ${width} px`
    await page.setViewportSize({ width, height: 844 })
    await expectThere?.(page)
    await expectAccessibleInBothThemes(page, where)
    await expectToFit(page, where)
  }
}

/** The narrowest screen there is; a page that stands is only made narrower, which is faster than to open it again. */
const narrowest = { width: 320, height: 640 }

/** At the width that it has and, where that is a phone's, at the narrowest too. */
async function expectToFit(page: Page, where: string): Promise<void> {
  await expectNothingWider(page, where)
  const size = page.viewportSize()
  if (size === null || size.width > 400) return
  await page.setViewportSize(narrowest)
  await expectNothingWider(page, `${where}, ${narrowest.width} px`)
  await page.setViewportSize(size)
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

/**
 * No page has frames, and for one document the older way takes half the time. What is right is not described, which
 * would take longer than to find what is wrong; and a document that has the large script is not given it again.
 */
async function axeFor(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
  return axe.setLegacyMode().options({ reporter: 'no-passes' })
}

async function expectNoFault(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([])
}
