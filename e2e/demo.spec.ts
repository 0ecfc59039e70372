// The demo as a visitor meets it: signed in with the printed words, the learner finds a year that is full of things.
import { expect } from '@playwright/test'

import { signInAsLearner, test } from './demo-world.ts'

test('the learner of the demo looks at a good year', async ({ page, demo }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await signInAsLearner(page, demo)
  await page.getByRole('radio', { name: '1Y' }).click()
  const chart = page.getByRole('slider', { name: 'Portfolio value, 1Y' })
  await expect
    .poll(async () => Number(await chart.getAttribute('aria-valuemax')))
    .toBeGreaterThan(360)
  await expect(page.getByText('No data available for this period')).toBeHidden()

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Leaderboard' })
    .click()
  const table = page.getByRole('table', { name: 'Top 10 by ROI %' })
  await expect(table.locator('tbody').first().getByRole('row')).toHaveCount(10)
  // Among the ten or under them, as the year went.
  const own = table.getByRole('row').filter({ hasText: 'Steady Otter 42' })
  await expect(own).toHaveText(/You/)
  await expect(page.getByText('of 61 traders')).toBeVisible()
  await expect(page.getByText(/^(Up|Down) \d+ places? since |^The same place since /)).toBeVisible()
  await expect(page.getByText(/^Best in 30 days: #\d+ on /)).toBeVisible()
  expect(said).toEqual([])
})
