// What axe says of a page.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions, Spec } from 'axe-core'

import { markNewLooks } from './looks.ts'

/** The rules whose result the theme can change. They are asked about texts that look like none before. */
const colorRules = [
  { id: 'color-contrast', selector: '[data-look]' },
  { id: 'link-in-text-block', selector: ':is(a[href], [role=link])[data-look]' },
]
const spec: Spec = { rules: colorRules }
const ofColors = colorRules.map(({ id }) => id)

/** Without its comments: every document is sent it and has to read it. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
const script = `${axeScript}
axe.configure(${JSON.stringify(spec)})
window.markNewLooks = ${markNewLooks.toString()}`

export interface Looking {
  /** Where the rest of the page has been looked at already. */
  readonly onlyColors?: boolean
  /** A selector of what is like its neighbors, of which some are enough. */
  readonly without?: string | undefined
}

/** Of all documents of this process. */
const judged = new Set<string>()

/** Each fault with the element that has it. */
export async function faultsIn(page: Page, looking: Looking = {}): Promise<string[]> {
  // A document that has the large script is not given it again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  const asked = { ...looking, known: [...judged], ofColors }
  const { faults, looks } = await page.evaluate(findFaults, asked)
  for (const look of looks) judged.add(look)
  return faults
}

interface Asked extends Looking {
  readonly known: readonly string[]
  readonly ofColors: string[]
}

/** In the page. What is not looked at is taken out meanwhile: axe reads the whole document, also what it leaves out. */
async function findFaults({ known, ofColors: ids, onlyColors = false, without }: Asked) {
  const { run } = Reflect.get(window, 'axe') as typeof axe
  const others = without === undefined ? [] : [...document.querySelectorAll(without)]
  const places = others.map((other) => [other, other.parentNode, other.nextSibling] as const)
  for (const other of others) other.remove()
  const marked = new Set((Reflect.get(window, 'markNewLooks') as typeof markNewLooks)(known))
  // Both kinds of rules in one run: axe begins each by reading the whole document.
  const enabled = marked.size > 0
  const options: RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    elementRef: true,
    rules: Object.fromEntries(ids.map((id) => [id, { enabled }])),
    ...(onlyColors && { runOnly: { type: 'rule', values: ids } }),
  }
  const { violations, incomplete } =
    enabled || !onlyColors ? await run(document, options) : { violations: [], incomplete: [] }
  const open = [...violations, ...incomplete]
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ nodes }) => nodes.map(({ element }) => element))
  const openLooks = new Set(open.map((element) => element?.getAttribute('data-look')))
  const looks = [...marked].map((element) => element.getAttribute('data-look') ?? '')
  for (const element of marked) element.removeAttribute('data-look')
  // From the last to the first, so that what follows each is there again.
  for (const [other, parent, next] of places.toReversed()) parent?.insertBefore(other, next)
  return {
    faults: violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
    // What axe could not judge here, because something lies over it, it may be able to judge elsewhere.
    looks: looks.filter((look) => !openLooks.has(look)),
  }
}
