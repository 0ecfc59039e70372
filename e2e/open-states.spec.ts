// Every page with something on it, and everything that opens on a page: accessible and fitting in both themes, also on a phone.
import type { Page } from '@playwright/test'

import { expectGoodOnScreens, screenWidths } from './accessible.ts'
import { forgive } from './complaints.ts'
import { arriveSignedIn, arriveWithHoldings } from './learner.ts'
import {
  frameStates,
  loadingStates,
  fullStates,
  waitlistStates,
  type State,
} from './page-states.ts'
import { test } from './product.ts'
import { endTroubles } from './troubles.ts'

for (const width of screenWidths) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('what opens around every page is accessible and fits', async ({ page, complaints }) => {
      await arriveSignedIn(page)
      await goThrough(frameStates, page, [width])
      forgive(complaints, 'status of 400')
      forgive(complaints, 'net::ERR_INTERNET_DISCONNECTED')
    })
  })
}

test('full pages and what opens on them are accessible and fit', async ({ page, complaints }) => {
  await arriveWithHoldings(page)
  await goThrough(fullStates, page)
  forgive(complaints, 'status of 422')
  forgive(complaints, 'status of 500')
  forgive(complaints, 'The portfolio could not be loaded.')
  forgive(complaints, 'status of 429')
})

test('pages that are loading are accessible and fit', async ({ page }) => {
  await arriveSignedIn(page)
  await goThrough(loadingStates, page)
})

test('the form of the waitlist is accessible and fits', async ({ page, complaints }) => {
  await goThrough(waitlistStates, page)
  forgive(complaints, 'status of 400')
})

/** Reached at the first of the widths. */
async function goThrough(
  wanted: readonly State[],
  page: Page,
  widths: readonly number[] = screenWidths,
): Promise<void> {
  for (const { name, reach, expectThere } of wanted) {
    await endTroubles(page)
    await page.setViewportSize({ width: widths[0] ?? 0, height: 844 })
    await reach(page)
    await expectGoodOnScreens(page, name, { widths, expectThere })
  }
}
