// Every page with something on it, and everything that opens on a page: accessible and fitting in both themes, also on a phone.
import type { Page } from '@playwright/test'

import { expectAccessibleInBothThemes, expectToFit } from './accessible.ts'
import { allowConsoleError } from './console-errors.ts'
import { endFaults } from './faults.ts'
import { arriveSignedIn, arriveWithHoldings } from './learner.ts'
import {
  frameStates,
  loadingStates,
  fullStates,
  waitlistStates,
  type State,
} from './page-states.ts'
import { test } from './product.ts'

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('what opens around every page is accessible and fits', async ({ page, consoleErrors }) => {
      await arriveSignedIn(page)
      await goThrough(frameStates, page)
      allowConsoleError(consoleErrors, 'status of 400')
      allowConsoleError(consoleErrors, 'net::ERR_INTERNET_DISCONNECTED')
    })

    test('full pages and what opens on them are accessible and fit', async ({
      page,
      consoleErrors,
    }) => {
      await arriveWithHoldings(page)
      await goThrough(fullStates, page)
      allowConsoleError(consoleErrors, 'status of 422')
      allowConsoleError(consoleErrors, 'status of 500')
      allowConsoleError(consoleErrors, 'The portfolio could not be loaded.')
      allowConsoleError(consoleErrors, 'status of 429')
    })

    test('pages that are loading are accessible and fit', async ({ page }) => {
      await arriveSignedIn(page)
      await goThrough(loadingStates, page)
    })

    test('the form of the waitlist is accessible and fits', async ({ page, consoleErrors }) => {
      await arriveSignedIn(page)
      await goThrough(waitlistStates, page)
      allowConsoleError(consoleErrors, 'status of 400')
    })
  })
}

async function goThrough(wanted: readonly State[], page: Page): Promise<void> {
  for (const { name, reach } of wanted) {
    await endFaults(page)
    await reach(page)
    await expectAccessibleInBothThemes(page, name)
    await expectToFit(page, name)
  }
}
