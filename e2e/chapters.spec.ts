// A restart: the confirmation, the new run, and the closed run, which stays readable.
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { arriveSignedIn, arriveWithHoldings, signedHeaders } from './learner.ts'
import { allowConsoleErrors, test } from './product.ts'
import { executeButton, figure, trade, tradeDone } from './trade-form.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a learner trades, restarts, and reads the run that is over', async ({ page }) => {
    await arriveSignedIn(page, '/stock/AAPL')
    await trade(page, { side: 'Buy', quantity: 3 })
    await tradeDone(page, 'Bought 3 shares of AAPL')

    await ask(page)
    await expectGoodOnScreens(page, 'the dialog')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(entry(page)).toBeFocused()
    await entry(page).click()
    await dialog(page).getByRole('button', { name: 'Restart' }).click()
    await expect(page.getByText('Run 2 has begun.')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expectGoodOnScreens(page, 'the account menu with a new run')
    await page.keyboard.press('Escape')
    await expect(page.getByText('You have no AAPL yet.')).toBeVisible()
    await expect(page.getByText('Cash $10,000.00', { exact: true })).toBeVisible()

    await follow(page, 'Portfolio')
    await expect(page.getByText('No holdings yet.')).toBeVisible()
    await follow(page, 'Runs')
    const runs = page.getByRole('table', { name: 'Your runs' })
    await expect(runs.getByRole('row', { name: /Run 1/ })).toContainText(/1.*\$[\d,.]+/)
    await expectGoodOnScreens(page, 'runs')

    await follow(page, 'Run 1')
    await expectClosedChapter(page)
    await expectGoodOnScreens(page, 'a closed run')
    await expectFile(page)

    await follow(page, 'Runs')
    await expect(page).toHaveURL('/portfolio/runs')
    await expect(runs).toBeVisible()

    await page.getByRole('button', { name: /^Account / }).click()
    await expect(page.getByText('No trade yet in this run')).toBeVisible()
    await expect(entry(page)).toBeDisabled()
    await expectGoodOnScreens(page, 'the account menu of an empty run')

    await page.goto('/stock/AAPL')
    await trade(page, { side: 'Buy', quantity: 1 })
    await tradeDone(page, 'Bought 1 share of AAPL')
    await ask(page)
    await dialog(page).getByRole('button', { name: 'Restart' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('You can restart again from')
    await expectGoodOnScreens(page, 'the refused dialog')
    await dialog(page).getByRole('button', { name: 'Keep going' }).click()
    await expect(dialog(page)).toBeHidden()
    allowConsoleErrors(page, 'status of 409')
  })
})

test('an order in a tab that still shows the old run is refused, and the tab shows the new one', async ({
  page,
}) => {
  await arriveWithShares(page)
  await expect(executeButton(page)).toBeEnabled()
  // A direct API call, so that no tab of this browser is notified.
  const answer = await page.request.post('/api/portfolio/start-over', {
    headers: { ...(await signedHeaders(page)), 'idempotency-key': crypto.randomUUID() },
    data: {},
  })
  expect(answer.status()).toBe(200)

  await trade(page, { side: 'Buy', quantity: 5 })
  await expect(page.getByRole('alert')).toContainText('This run is closed.')
  await expect(page.getByText('You have no AAPL yet.')).toBeVisible()
  await trade(page, { side: 'Buy', quantity: 2 })
  await tradeDone(page, 'Bought 2 shares of AAPL')
  allowConsoleErrors(page, 'status of 409')
})

test('a new run is seen in another tab of the browser', async ({ page, context }) => {
  await arriveWithShares(page)
  const other = await context.newPage()
  await other.goto('/transactions')
  await expect(other.getByText('1 transaction')).toBeVisible()

  await ask(page)
  await dialog(page).getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByText('Run 2 has begun.')).toBeVisible()
  await expect(other.getByText('No transactions yet.')).toBeVisible()
})

test('an address of no run says so, and leads back', async ({ page }) => {
  await arriveSignedIn(page, '/portfolio/7b1c8f6e-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Run not found')
  await expectGoodOnScreens(page, 'no run')
  await page.getByRole('link', { name: 'Back to your portfolio' }).click()
  await expect(page).toHaveURL('/portfolio')
  allowConsoleErrors(page, 'status of 404')
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Restart?' })
const entry = (page: Page) => page.getByRole('button', { name: 'Restart…' })

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account / }).click()
  await entry(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Keep going' })).toBeFocused()
  await expect(dialog(page).getByText(/\$[\d,.]+ \([+−]?[\d.]+%\)/)).toBeVisible()
}

const follow = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()

async function expectClosedChapter(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/portfolio\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Run 1')
  await expect(page.getByText(/^Closed on .+, at the prices then\./)).toBeVisible()
  const chart = page.getByRole('slider', { name: /^Portfolio value/ })
  await expect(chart).toBeVisible()
  await page.getByRole('radio', { name: '7D' }).click()
  await expect(page.getByText('7-day return')).toBeVisible()
  await chart.focus()
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /End/)
  const holdings = page.getByRole('table', { name: 'Holdings' })
  await expect(holdings.getByRole('row', { name: /AAPL/ })).toContainText('3')
  const trades = page.getByRole('table', { name: 'Transactions' })
  await expect(trades.getByRole('row').last()).toContainText(/BUY.*AAPL.*3|AAPL.*BUY.*3/)
  await expect(page.getByRole('button', { name: /Execute|Buy|Sell/ })).toHaveCount(0)
}

async function expectFile(page: Page): Promise<void> {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toBe('tengrand-transactions-chapter-1.csv')
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('BUY,AAPL,3')
}

/** Opens the page of a stock that the learner holds. */
async function arriveWithShares(page: Page): Promise<void> {
  await arriveWithHoldings(page, '/stock/AAPL', [['buy', 'AAPL', 3]])
  await expect(figure(page, 'Quantity')).toHaveText('3')
}
