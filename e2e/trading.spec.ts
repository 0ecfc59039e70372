// Trading: the first trade, a full day of trades, and failures during a trade.
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { meetOldPrice, oldPriceWarning } from './faults.ts'
import { arriveSignedIn, arriveWithHoldings, newPerson, signUpByForm } from './learner.ts'
import { goTo } from './paths.ts'
import { allowConsoleErrors, test } from './product.ts'
import { asMoney, centsIn, executeButton, figure, trade, tradeDone } from './trade-form.ts'

const startCents = 10_000_00

test('somebody signs up, makes a first trade, and finds it everywhere', async ({ page }) => {
  await page.goto('/')
  await signUpByForm(page, newPerson())
  await expect(page).toHaveURL('/dashboard')
  await expect(figure(page, 'Current value')).toHaveText('$10,000.00')
  await expect(page.getByText('No holdings yet.')).toBeVisible()

  await page.getByRole('combobox', { name: 'Search for a stock' }).fill('aap')
  await page.getByRole('option', { name: /AAPL.*Apple Inc\./ }).click()
  await expect(page).toHaveURL('/stock/AAPL')
  await expect(page.getByText('You have no AAPL yet.')).toBeVisible()
  await trade(page, { side: 'Buy', quantity: 3 })
  const { total } = await tradeDone(page, 'Bought 3 shares of AAPL')
  const [cash, paid] = [asMoney(startCents - total), asMoney(total)]
  await expect(figure(page, 'Quantity')).toHaveText('3')
  await expect(figure(page, 'Cost')).toHaveText(paid)
  await expect(page.getByText(`Cash ${cash}`)).toBeVisible()
  await leadsOn(page)

  await goTo(page, 'Portfolio')
  await expect(figure(page, 'Cash Balance')).toHaveText(cash)
  const holding = page.getByRole('table', { name: 'Holdings' }).getByRole('row', { name: /AAPL/ })
  await expect(holding.getByRole('cell').first()).toHaveText(/^3/)
  await expect(holding.getByRole('cell').nth(1)).toContainText(asMoney(total / 3))

  await goTo(page, 'Dashboard')
  await expect(page.getByText(`Cash Balance ${cash}`)).toBeVisible()
  await expect.poll(() => valueAddsUp(page, startCents - total)).toBe(true)

  await goTo(page, 'Transactions')
  const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(1)
  await expect(row).toContainText(/BUY.*AAPL.*3/)
  await expect(row.getByRole('cell').nth(5)).toHaveText(paid)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('tengrand-transactions.csv')
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/,BUY,AAPL,3,/)
})

/** The receipt of the first trade says what is owned now, and leads to a stop for it. */
async function leadsOn(page: Page): Promise<void> {
  await expect(page.getByText('You own 3 shares of AAPL.')).toBeVisible()
  await expectGoodOnScreens(page, 'the receipt of a first trade')
  await page.getByRole('button', { name: 'Set a stop' }).click()
  await expect(page.getByLabel('Order', { exact: true })).toBeFocused()
  await expect(page.getByText(/^Sells 3 shares of AAPL when the price falls to /)).toBeVisible()
}

test('a learner buys, sells, is refused, and looks at the day in every range', async ({ page }) => {
  await arriveSignedIn(page, '/stock/msft')
  await trade(page, { side: 'Buy', quantity: 4 })
  const bought = await tradeDone(page, 'Bought 4 shares of MSFT')
  const cash = startCents - bought.total

  await trade(page, { side: 'Buy', quantity: 1000 })
  await expect(page.getByRole('alert')).toHaveText(/^Not enough cash: this costs \$[\d,.]+ and /)
  await expect(page.getByRole('alert')).toContainText(`and you have ${asMoney(cash)}.`)

  await trade(page, { side: 'Sell', quantity: 9 })
  await expect(page.getByRole('alert')).toHaveText('Not enough shares: you have 4 shares of MSFT.')
  await page.getByRole('button', { name: 'Max' }).click()
  await expect(page.getByLabel('Quantity')).toHaveValue('4')
  await expect(page.getByRole('alert')).toHaveCount(0)

  await trade(page, { side: 'Sell', quantity: 1 })
  const sold = await tradeDone(page, 'Sold 1 share of MSFT')
  await expect(figure(page, 'Quantity')).toHaveText('3')
  await expect(page.getByText(`Cash ${asMoney(cash + sold.total)}`)).toBeVisible()

  for (const range of ['1M', '7D']) {
    await page.getByRole('radio', { name: range }).click()
    const chart = page.getByRole('slider', { name: `Price of MSFT, ${range}` })
    await expect(chart).toHaveAttribute('aria-valuetext', /^\$[\d,]+\.\d\d, \w{3} \d+, /)
    expect(Number(await chart.getAttribute('aria-valuemax'))).toBeGreaterThan(5)
    await expect(page.getByText('B you bought, S you sold')).toBeVisible()
  }
  await showsEveryRange(page)
  allowConsoleErrors(page, 'status of 422')
})

async function showsEveryRange(page: Page): Promise<void> {
  await goTo(page, 'Dashboard')
  await expect(page.getByRole('radio', { name: '1M' })).toBeChecked()
  for (const [range, name] of [
    ['7D', '7-day return'],
    ['1M', '1-month return'],
    ['6M', '6-month return'],
    ['YTD', 'YTD return'],
    ['1Y', '1-year return'],
    ['ALL', 'Total Return'],
  ] as const) {
    await page.getByRole('radio', { name: range }).click()
    await expect(page.getByRole('slider', { name: `Portfolio value, ${range}` })).toBeVisible()
    await expect(figure(page, name)).toHaveText(/^[+−]\$[\d,.]+ \([+−]?[\d.]+%\)$/)
    await expect(page.getByText('Total Return')).toHaveCount(1)
  }
}

test('a double click and a lost answer each trade once', async ({ page }) => {
  await arriveSignedIn(page, '/stock/AMD')
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/buy')) keys.push(request.headers()['idempotency-key'])
  })
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Execute Trade' }).dblclick()
  await tradeDone(page, 'Bought 2 shares of AMD')
  // Once the button is enabled again, a second click cannot be pending.
  await expect(executeButton(page)).toBeVisible()
  expect(keys).toHaveLength(1)

  await page.route('**/api/buy', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await trade(page, { side: 'Buy', quantity: 3 })
  await tradeDone(page, 'Bought 3 shares of AMD')
  expect(keys).toHaveLength(3)
  expect(keys[2]).toBe(keys[1])
  expect(keys[1]).not.toBe(keys[0])
  await page.reload()
  await expect(figure(page, 'Quantity')).toHaveText('5')
  allowConsoleErrors(page, 'net::ERR_FAILED')
})

test('an old price says how old it is, and a missing history leaves the price', async ({
  page,
}) => {
  await arriveSignedIn(page)
  await meetOldPrice(page, 'NFLX')
  await page.goto('/stock/NFLX')
  await expect(page.getByRole('status').filter({ hasText: oldPriceWarning })).toBeVisible()
  await expect(page.getByText('Historical data temporarily unavailable.')).toHaveText(
    /^Historical data temporarily unavailable\. Current price: \$[\d,]+\.\d\d\. Please try again later\.$/,
  )
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuemax', '0')
  await trade(page, { side: 'Buy', quantity: 1 })
  await tradeDone(page, 'Bought 1 share of NFLX')

  await page.getByRole('radio', { name: '1M' }).click()
  await expect(page.getByText('Historical data temporarily unavailable.')).toHaveCount(0)
  await expect(page.getByRole('slider')).not.toHaveAttribute('aria-valuemax', '0')
  allowConsoleErrors(page, 'status of 429')
})

test('without a connection everything stays, says so, and goes on by itself', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, '/stock/UBER')
  await expect(page.getByText('You have no UBER yet.')).toBeVisible()
  const banner = page.getByText("You're offline. Numbers may be old until you're back.")
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await expect(page.getByText('Cash $10,000.00')).toBeVisible()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/buy'))
  await trade(page, { side: 'Buy', quantity: 1 })
  await failed

  const calls = ['portfolio', 'current-price/UBER', 'price-history/UBER/7d']
  const responses = calls.map((call) => page.waitForResponse(`**/api/${call}`))
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  const answers = await Promise.all(responses)
  expect(answers.map((answer) => answer.status())).toEqual(calls.map(() => 200))
  await tradeDone(page, 'Bought 1 share of UBER')
  await expect(figure(page, 'Quantity')).toHaveText('1')
  allowConsoleErrors(page, 'net::ERR_INTERNET_DISCONNECTED')
})

test('the filters of the transactions are in the address: for going back, a reload and a link', async ({
  page,
}) => {
  await arriveWithHoldings(page, '/transactions?type=BUY')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveText([/BUY.*NVDA/, /BUY.*AAPL/])
  await page.getByLabel('Stock', { exact: true }).selectOption('AAPL')
  await expect(page).toHaveURL('/transactions?ticker=AAPL&type=BUY')
  const sales = page.getByRole('radio', { name: 'Sell' })
  await sales.click()
  await expect(page).toHaveURL('/transactions?ticker=AAPL&type=SELL')
  await expect(rows).toHaveText([/SELL.*AAPL/])
  await expect(sales).toBeFocused()
  await page.goBack()
  await expect(rows).toHaveText([/BUY.*AAPL/])
  await page.goForward()
  await page.reload()
  await expect(sales).toBeChecked()
  await expect(rows).toHaveText([/SELL.*AAPL/])
  await goTo(page, 'Transactions')
  await expect(page).toHaveURL('/transactions')
  await expect(rows).toHaveCount(3)
  await expect(page.getByRole('radio')).toHaveText(['All', 'Buy', 'Sell'])
})

/** Whether the total value is cash plus holdings, read at one moment because prices move. */
async function valueAddsUp(page: Page, cash: number): Promise<boolean> {
  const { value, held } = await page.getByRole('main').evaluate((main) => {
    const text = (selector: string): string => main.querySelector(selector)?.textContent ?? ''
    return {
      value: text(':has(> h2) + p'),
      held: text('table[aria-label=Holdings] td:nth-of-type(4)'),
    }
  })
  return held !== '' && centsIn(value) === cash + centsIn(held)
}
