// Orders that wait for their price: placed, shown on every page, cancelled, and filled while the page is open.
import { expect, type Locator, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { arriveSignedIn, signedHeaders } from './learner.ts'
import { goTo } from './paths.ts'
import { test } from './product.ts'
import { asMoney, centsIn, figure, trade, tradeDone } from './trade-form.ts'

const startCents = 10_000_00

test('an order to buy below the price waits in sight, holds its cash, and gives it back when it is cancelled', async ({
  page,
}) => {
  await arriveSignedIn(page, '/stock/AAPL')
  const { price: far } = await place(page, ['Buy', 'Limit'], {
    quantity: 2,
    at: (now) => now / 2,
  })
  await expect(page.getByRole('status').filter({ hasText: 'order placed' })).toHaveText(
    `Limit order placed. You'll buy 2 shares of AAPL at ${asMoney(far)} or less. ${asMoney(2 * far)} is set aside.`,
  )
  const row = openOrders(page).first()
  await expect(row).toContainText(`Buy 2 shares at ${asMoney(far)} or less`)
  await expect(row).toContainText(/\$[\d,.]+ \([\d.]+%\) away *until \w{3} \d+, \d{4}/)
  await expect(page.getByText(`Cash ${asMoney(startCents - 2 * far)} to spend`)).toBeVisible()
  await expect(line(page, far)).toHaveCount(0)

  const { price: near } = await place(page, ['Buy', 'Limit'], { at: (now) => now * 0.998 })
  await expect(openOrders(page)).toHaveCount(2)
  await expect(line(page, near)).toHaveText(`Buy 1 · ${asMoney(near)}`)
  await expect(line(page, near)).toBeInViewport()
  await expectGoodOnScreens(page, 'a stock with open orders')

  await cancel(openOrders(page).filter({ hasText: asMoney(near) }))
  await expect(openOrders(page)).toHaveCount(1)
  await expect(line(page, near)).toHaveCount(0)
  await cancel(openOrders(page))
  await expect(openOrders(page)).toHaveCount(0)
  await expect(
    page.getByText(`Order cancelled. You can spend ${asMoney(2 * far)} again.`),
  ).toBeVisible()
  await expect(page.getByText('Cash $10,000.00', { exact: true })).toBeVisible()
})

test('an order beside the price is filled while the page is open, and the others are on every page with what is held', async ({
  page,
}) => {
  await arriveSignedIn(page)
  // META is expensive, so its price in cents changes almost always.
  await page.goto('/stock/META')
  await trade(page, { side: 'Buy', quantity: 4 })
  await tradeDone(page, 'Bought 4 shares of META')
  // One order on each side of the price, so that a move in either direction fills one of them.
  await placeUntilItWaits(page, ['Buy', 'Limit'], -2)
  await placeUntilItWaits(page, ['Sell', 'Limit'], 2)
  const notice = page.getByRole('status').filter({ hasText: 'Your limit order ' })
  const words = /Your limit order (bought|sold) 1 share of META at \$[\d,.]+/
  await expect(notice).toContainText(words, { timeout: 120_000 })
  await expect.poll(() => saysWhatIsHeld(page)).toBe(true)
  await expectGoodOnScreens(page, 'a stock with the notice of an order', { widths: [390] })
  // An unread notice is still there after a reload.
  await page.reload()
  await expect(notice).toContainText(words)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)

  const { price: stop } = await place(page, ['Sell', 'Stop'], { at: (now) => now / 2 })
  const stopWords = `Sell 1 share if the price falls to ${asMoney(stop)}`
  await expect(openOrders(page).filter({ hasText: stopWords })).toBeVisible()
  for (const name of ['Dashboard', 'Portfolio']) {
    await goTo(page, name)
    await expect(openOrders(page).filter({ hasText: `META ${stopWords}` })).toBeVisible()
    await expectGoodOnScreens(page, `${name} with open orders`, { widths: [390] })
  }
  await page.getByRole('link', { name: 'All orders' }).click()
  await expect(page).toHaveURL('/portfolio/orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeFocused()
  await expect(openOrders(page).filter({ hasText: `META ${stopWords}` })).toBeVisible()
  await expect(page.getByText(/^Filled at \$[\d,.]+, /).first()).toBeVisible()
  await expectGoodOnScreens(page, 'all orders', { widths: [390] })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an order is placed and cancelled with a thumb', async ({ page }) => {
    await arriveSignedIn(page, '/stock/UBER')
    const bar = page.getByRole('group', { name: 'Buy or sell UBER' })
    await bar.getByRole('button', { name: 'Buy' }).tap()
    await expect(page.getByLabel('Action')).toBeFocused()
    const { price: far } = await place(page, ['Buy', 'Limit'], { at: (now) => now / 2 })
    // The bar that leads to the form must not cover the form.
    await expect(bar).toBeHidden()
    await cancel(openOrders(page).filter({ hasText: asMoney(far) }))
    await expect(
      page.getByText(`Order cancelled. You can spend ${asMoney(far)} again.`),
    ).toBeInViewport()
    await expect(openOrders(page)).toHaveCount(0)
  })
})

interface Waiting {
  readonly quantity?: number
  /** The order price in cents, computed from the current price of the side. */
  readonly at: (now: number) => number
}

/** Places an order; returns its price in cents and whether it waits. */
async function place(
  page: Page,
  [side, order]: readonly [string, string],
  { quantity = 1, at }: Waiting,
): Promise<{ price: number; waits: boolean }> {
  await page.getByLabel('Action').selectOption(side)
  await page.getByLabel('Order', { exact: true }).selectOption('Market')
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByLabel('Order', { exact: true }).selectOption(order)
  const field = page.getByLabel(/^(Limit|Stop) price$/)
  const now = await page.getByText(/^Right now you'd (?:pay|get) \$/).innerText()
  const price = Math.round(at(centsIn(/\$[\d,.]+(?= a share)/.exec(now)?.[0] ?? '')))
  await field.fill((price / 100).toFixed(2))
  await page.getByRole('button', { name: 'Place Order', disabled: false }).click()
  const outcome = await page.getByText(/^((Limit|Stop) order placed\.|Bought|Sold) /).innerText()
  return { price, waits: outcome.includes(' order placed. ') }
}

/** Retries with three times the distance if the price moved past the order before it arrived. */
async function placeUntilItWaits(
  page: Page,
  order: Parameters<typeof place>[1],
  distance: number,
): Promise<void> {
  const { waits } = await place(page, order, { at: (now) => now + distance })
  if (!waits) await placeUntilItWaits(page, order, 3 * distance)
}

/** Whether the page shows the current number of shares without a reload. */
async function saysWhatIsHeld(page: Page): Promise<boolean> {
  const headers = await signedHeaders(page)
  const { holdings } = await (await page.request.get('/api/portfolio', { headers })).json()
  const said = await figure(page, 'Quantity').innerText()
  return holdings.some(
    (held: { ticker: string; quantity: number }) =>
      held.ticker === 'META' && String(held.quantity) === said,
  )
}

const openOrders = (page: Page): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Cancel: / }) })

const cancel = (order: Locator): Promise<void> =>
  order.getByRole('button', { name: /^Cancel: / }).click()

/** The line of an order in the chart; it is aria-hidden, because the list has the same information. */
const line = (page: Page, price: number): Locator =>
  page.locator('[aria-hidden=true] > span').filter({ hasText: asMoney(price) })
