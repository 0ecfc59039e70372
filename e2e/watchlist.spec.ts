// The stocks that a learner watches, from the star to the top of the market card.
import { expect } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { arriveSignedIn } from './learner.ts'
import { test } from './product.ts'

test('a stock that gets a star stands first on the market card, also after a reload, until it loses it', async ({
  page,
}) => {
  await arriveSignedIn(page, '/stock/TSLA')
  await page.getByRole('button', { name: 'Watch TSLA' }).click()
  await expect(page.getByRole('button', { name: 'Watching TSLA' })).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search for a stock' })
  await search.fill('ub')
  const suggestion = page.getByRole('option', { name: /UBER/ })
  await suggestion.locator('svg').click()
  await expect(suggestion).toContainText('watching')
  await expectGoodOnScreens(page, 'a stock that is watched, with suggestions')
  await page.goto('/dashboard')
  const watched = page.getByRole('list', { name: 'Watching' })
  await expect(watched.getByRole('link')).toContainText(['TSLA', 'UBER'])
  await expect(watched.getByRole('link', { name: /past 7 days/ })).toHaveCount(2)
  await expectGoodOnScreens(page, 'the dashboard with watched stocks')
  await watched.getByRole('button', { name: 'Watching TSLA' }).click()
  const emptied = page.waitForRequest((request) => request.postData() === '{"tickers":[]}')
  // A key press, because a click this soon would count as a double click.
  await watched.getByRole('button', { name: 'Watching UBER' }).press('Enter')
  await expect(watched).toHaveCount(0)
  await (await emptied).response()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Watch TSLA' })).toBeVisible()
  await expect(watched).toHaveCount(0)
})
