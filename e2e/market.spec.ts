// Live prices on the dashboard, on the page of a stock, and in two tabs at once.
import { expect, type Page } from '@playwright/test'

import { arriveSignedIn } from './learner.ts'
import { allowConsoleErrors, test } from './product.ts'

test.beforeEach(({ page }) => arriveSignedIn(page).then(() => undefined))

test('the market card moves by itself', async ({ page }) => {
  await page.goto('/dashboard')
  const apple = page.getByRole('link', { name: /AAPL/ })
  await expect(apple).toContainText(/\$[\d,]+\.\d\d/)
  await expect(apple).toContainText(/[+−]?\d+\.\d\d%/)
  const before = await page.getByRole('main').innerText()
  await expect.poll(() => page.getByRole('main').innerText()).not.toBe(before)
})

test('a stock has its price in the title and a chart for each range', async ({ page }) => {
  await page.goto('/stock/aapl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^AAPL · \$[\d,]+\.\d\d$/)
  const week = page.waitForResponse('**/api/price-history/AAPL/7d')
  await page.reload()
  expect((await week).status()).toBe(200)
  const month = page.waitForResponse('**/api/price-history/AAPL/1m')
  await page.getByRole('radio', { name: '1M' }).click()
  expect((await month).status()).toBe(200)
  await expect(page.getByRole('slider')).toBeVisible()
})

test('a stock that is not there says so, and suggests the one that was meant', async ({ page }) => {
  await page.goto('/stock/appel')
  await expect(page.getByText('Stock Not Available')).toBeVisible()
  await expect(
    page.getByText('APPEL is not one of the 16 stocks you can trade here.'),
  ).toBeVisible()
  await expect(
    page.getByText('Popular stocks are preloaded daily. Please try again later.'),
  ).toBeVisible()
  await page.getByRole('link', { name: /AAPL/ }).click()
  await expect(page).toHaveURL('/stock/AAPL')
  allowConsoleErrors(page, '')
})

test('a company is found by its name, in the search and in the address', async ({ page }) => {
  const search = page.getByRole('combobox', { name: 'Search for a stock' })
  await page.goto('/dashboard')
  await search.fill('tesla')
  await search.press('Enter')
  await expect(page).toHaveURL('/stock/TSLA')
  await page.goto('/stock/spotify')
  await expect(page).toHaveURL('/stock/SPOT')
  await search.fill('tesls')
  await page.getByRole('option', { name: 'No match. See all 16 stocks' }).click()
  await expect(page).toHaveURL('/dashboard#market')
  await expect(page.getByRole('region', { name: 'Market' })).toBeInViewport()
})

test('two tabs share one stream', async ({ page, context }) => {
  const opened: string[] = []
  const note = (tab: Page) =>
    tab.on('request', (request) => {
      if (request.url().endsWith('/api/quotes/stream')) opened.push(request.url())
    })
  note(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Live').first()).toBeVisible()
  const second = await context.newPage()
  note(second)
  await second.goto('/dashboard')
  await expect(second.getByText('Live').first()).toBeVisible()
  const before = await second.getByRole('main').innerText()
  await expect.poll(() => second.getByRole('main').innerText()).not.toBe(before)
  expect(opened.length).toBeGreaterThan(0)
  expect(opened.length).toBeLessThanOrEqual(2)
})
