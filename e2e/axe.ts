// What axe says of a page.
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** By the rules that are named, or by every rule there is; each fault with the element that has it. */
export async function faultsIn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // A document that has the large script is not given it again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(findFaults, {
    // What is right is not described, which would take longer than to find what is wrong.
    reporter: 'no-passes',
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  } satisfies RunOptions)
}

/** In the page. */
async function findFaults(options: RunOptions): Promise<string[]> {
  const { run } = Reflect.get(window, 'axe') as typeof axe
  const { violations } = await run(options)
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}
