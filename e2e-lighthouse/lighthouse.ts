// Runs Lighthouse on a page, in the browser in which the learner is signed in.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { desktopConfig, navigation, type Result } from 'lighthouse'

import { test as testOfProduct } from '../e2e/product.ts'

export interface AuditedPage {
  readonly name: string
  readonly path: string
  /** An element that is visible once the page is complete. */
  readonly shows: (tab: Page) => Locator
}

export interface Opinion {
  /** The score of each category, from 0 to 100. */
  readonly scores: Record<string, number | null>
  /** The audits that lowered a score or failed to run. */
  readonly faults: readonly string[]
  /** Lighthouse's warnings about its own results. */
  readonly doubts: readonly string[]
}

type Device = 'phone' | 'desktop'

interface Fixtures {
  readonly profile: string
  readonly ask: (place: AuditedPage, device: Device) => Promise<Opinion>
}

export const test = testOfProduct.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off this pattern.
  profile: async ({}, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'tengrand-lighthouse-'))
    await use(profile)
    // Retries, because the last browser process can still be writing to the folder.
    await rm(profile, { recursive: true, maxRetries: 10 })
  },

  // Lighthouse opens its own tab, which shares the sign-in only in a persistent context.
  context: async ({ playwright, launchOptions, product, profile }, use) => {
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--remote-debugging-port=0'],
      baseURL: product.url,
      // Lighthouse sets the size of its tab, and a Playwright viewport would override it.
      viewport: null,
      // Without motion, colors are final at once; a color in transition would fail the contrast audit.
      reducedMotion: 'reduce',
    })
    await use(context)
    await context.close()
  },

  ask: async ({ context, profile }, use) => {
    const port = await debuggingPort(profile)
    await use((place, device) => ask(context, port, place, device))
  },
})

async function debuggingPort(profile: string): Promise<number> {
  const read = () => readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
  await expect.poll(read).toMatch(/^\d+\n/)
  return Number.parseInt(await read())
}

async function ask(
  context: BrowserContext,
  port: number,
  { path, shows }: AuditedPage,
  device: Device,
): Promise<Opinion> {
  const opened = context.waitForEvent('page')
  const visit = async () => {
    const tab = await opened
    await tab.goto(path)
    await expect(shows(tab)).toBeVisible()
  }
  const run = await navigation(undefined, visit, {
    flags: { port, ...settings },
    ...(device === 'desktop' ? { config: desktopConfig } : {}),
  })
  if (run === undefined) throw new Error(`Lighthouse has no opinion of ${path}`)
  return opinionOf(run.lhr)
}

/** Speed is not measured, because it depends on the machine. There are no pauses, because the visit awaits the page. */
const settings = {
  onlyCategories: ['accessibility', 'best-practices', 'seo'],
  disableFullPageScreenshot: true,
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 0,
  cpuQuietThresholdMs: 0,
}

function opinionOf({ categories, audits, runWarnings }: Result): Opinion {
  const all = Object.values(categories)
  return {
    scores: Object.fromEntries(all.map(({ id, score }) => [id, score && Math.round(score * 100)])),
    faults: all.flatMap(({ id: category, auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== 1)
        .map(({ id }) => `${category}: ${faultOf(audits[id])}`),
    ),
    doubts: runWarnings,
  }
}

function faultOf(audit: Result['audits'][string] | undefined): string {
  const { id, title, errorMessage, explanation, details } = audit ?? {}
  const example = details?.items ? JSON.stringify(details.items[0]) : ''
  return [id, title, errorMessage, explanation, example].filter(Boolean).join(', ')
}
