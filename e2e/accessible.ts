// What holds on every page in every state: nobody is shut out, and nothing has to be scrolled sideways.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** `where` says in a failure which page or state it is about. */
export const expectAccessible = (page: Page, where: string): Promise<void> =>
  expectNoFault(axeFor(page), where)

/** What a page consists of is the same in both themes, so that only its colours are looked at twice. */
export async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  // Without motion a colour is there at once, and not on its way from another.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoFault(axeFor(page), `${where}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const colours = ['color-contrast', 'link-in-text-block']
  await expectNoFault(axeFor(page).withRules(colours), `${where}, dark`)
}

export async function expectToFit(page: Page, where: string): Promise<void> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways, where).toBe(0)
}

/** No page has frames, and for one document the older way takes half the time. */
const axeFor = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode()

async function expectNoFault(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([])
}
