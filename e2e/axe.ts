// What axe says of a page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** Without its comments: every document is sent it and has to read it. */
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Looking {
  /** Every rule there is, where none is named. */
  readonly rules?: readonly string[]
  /** A selector of what is like its neighbors, of which some are enough. */
  readonly without?: string | undefined
}

/** Each fault with the element that has it. */
export async function faultsIn(page: Page, { rules, without }: Looking = {}): Promise<string[]> {
  // A document that has the large script is not given it again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  const options = {
    // What is right is not described, which would take longer than to find what is wrong.
    reporter: 'no-passes',
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: [...rules] } }),
  } satisfies RunOptions
  return page.evaluate(findFaults, { options, without })
}

interface Asked {
  readonly options: RunOptions
  readonly without: string | undefined
}

/** In the page. What is not looked at is taken out meanwhile: axe reads the whole document, also what it leaves out. */
async function findFaults({ options, without }: Asked): Promise<string[]> {
  const { run } = Reflect.get(window, 'axe') as typeof axe
  const others = without === undefined ? [] : [...document.querySelectorAll(without)]
  const places = others.map((other) => [other, other.parentNode, other.nextSibling] as const)
  for (const other of others) other.remove()
  const { violations } = await run(document, options)
  // From the last to the first, so that what follows each is there again.
  for (const [other, parent, next] of places.toReversed()) parent?.insertBefore(other, next)
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}
