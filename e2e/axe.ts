// Runs axe on a page and returns its violations.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions, Spec } from 'axe-core'

import { markNewLooks } from './looks.ts'

/** The rules whose result depends on the theme. They run only on texts whose look is not judged yet. */
const colorRules = [
  { id: 'color-contrast', selector: '[data-look]' },
  { id: 'link-in-text-block', selector: ':is(a[href], [role=link])[data-look]' },
]
const spec: Spec = { rules: colorRules }
const ofColors = colorRules.map(({ id }) => id)

/** The minified file, because every document parses it. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
const script = `${axeScript}
axe.configure(${JSON.stringify(spec)})
window.markNewLooks = ${markNewLooks.toString()}`

export interface Looking {
  /** Runs the color rules only. */
  readonly onlyColors?: boolean
  /** A selector of elements to leave out. */
  readonly without?: string | undefined
}

/** The looks of texts that axe has judged, in all documents of this process. */
const judged = new Set<string>()

/** Each fault with the element that has it. */
export async function faultsIn(page: Page, looking: Looking = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script)
  const task = { ...looking, known: [...judged], ofColors }
  const { faults, looks } = await page.evaluate(findFaults, task)
  for (const look of looks) judged.add(look)
  return faults
}

interface Task extends Looking {
  readonly known: readonly string[]
  readonly ofColors: string[]
}

/** Runs in the page. Elements to leave out are removed meanwhile, because axe reads the whole document. */
async function findFaults({ known, ofColors: ids, onlyColors = false, without }: Task) {
  const { run } = Reflect.get(window, 'axe') as typeof axe
  const others = without === undefined ? [] : [...document.querySelectorAll(without)]
  const places = others.map((other) => [other, other.parentNode, other.nextSibling] as const)
  for (const other of others) other.remove()
  const marked = new Set((Reflect.get(window, 'markNewLooks') as typeof markNewLooks)(known))
  // Both kinds of rules in one run, because axe begins each run by reading the whole document.
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
  // Reinserts from last to first, so that the next sibling of each element is already in place.
  for (const [other, parent, next] of places.toReversed()) parent?.insertBefore(other, next)
  return {
    faults: violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
    // A look that axe could not judge, for example because of an overlapping element, is tried again on the next page.
    looks: looks.filter((look) => !openLooks.has(look)),
  }
}
