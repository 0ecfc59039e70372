// Every page with data, and everything that opens on a page, is accessible and fits in both themes, also on a phone.
import type { Page } from '@playwright/test'

import { expectGoodOnScreens, screenWidths } from './accessible.ts'
import { endFaults, waitForever } from './faults.ts'
import { arriveSignedIn, arriveWithHoldings } from './learner.ts'
import {
  frameStates,
  loadingStates,
  fullStates,
  waitlistStates,
  type State,
} from './page-states.ts'
import { allowConsoleErrors, test } from './product.ts'

for (const width of screenWidths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('what opens around every page is accessible and fits', async ({ page }) => {
      await arriveSignedIn(page)
      await goThrough(frameStates, page, [width])
      allowConsoleErrors(page, 'status of 400', 'net::ERR_INTERNET_DISCONNECTED')
    })
  })
}

test('full pages and what opens on them are accessible and fit', async ({ page }) => {
  await arriveWithHoldings(page)
  await goThrough(fullStates, page)
  allowConsoleErrors(
    page,
    'status of 422',
    'status of 500',
    'The portfolio could not be loaded.',
    'status of 429',
  )
})

test('pages that are loading are accessible and fit', async ({ page }) => {
  await arriveSignedIn(page)
  // Requests stay blocked until the end, because the next page could show an answer from the cache.
  await waitForever(page)
  for (const state of loadingStates) await lookAt(state, page)
})

test('the form of the waitlist is accessible and fits', async ({ page }) => {
  await arriveSignedIn(page)
  await goThrough(waitlistStates, page)
  allowConsoleErrors(page, 'status of 400')
})

async function goThrough(
  wanted: readonly State[],
  page: Page,
  widths: readonly number[] = screenWidths,
): Promise<void> {
  for (const state of wanted) {
    await endFaults(page)
    await lookAt(state, page, widths)
  }
}

/** Reaches the state at the current width, then checks it on all screens. */
async function lookAt(
  { name, reach, expectThere }: State,
  page: Page,
  widths: readonly number[] = screenWidths,
): Promise<void> {
  await reach(page)
  await expectGoodOnScreens(page, name, { widths, expectThere })
}
