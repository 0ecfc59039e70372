// Orders whose answer is lost: the server has executed them, the page does not know, and a retry after a reload trades once.
import { expect, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { endFaults, loseAnswers } from './faults.ts'
import { arriveSignedIn, signedHeaders } from './learner.ts'
import { allowConsoleErrors, test } from './product.ts'
import { executeButton, trade, tradeDone } from './trade-form.ts'

const lost =
  "We don't know if your order to buy 3 shares of AMD went through. Try again. You won't be charged twice."

test('an order whose answer is lost trades once, also after a reload and at a later price', async ({
  page,
}) => {
  const orders = ordersSent(page)
  await arriveSignedIn(page, '/stock/AMD')
  await loseAnswers(page, '**/api/buy')
  await trade(page, { side: 'Buy', quantity: 3 })
  await expect(page.getByRole('alert')).toContainText("Try again. You won't be charged twice.")
  expect(await tradesOf(page)).toBe(1)
  await endFaults(page)
  const seen = await priceOf(page)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: lost })).toBeVisible()
  await expectGoodOnScreens(page, 'an order whose answer was lost')
  // The next price comes within seconds; a retry at that one would be another order.
  await expect.poll(() => priceOf(page)).not.toBe(seen)
  await page.getByRole('button', { name: 'Try again' }).click()
  await tradeDone(page, 'Bought 3 shares of AMD')
  await expect(page.getByText(/^Your order from .+ went through, just once/)).toBeVisible()
  expect(await tradesOf(page)).toBe(1)
  expect(new Set(orders).size).toBe(1)

  // The outcome is known now: the same order is a new one.
  await trade(page, { side: 'Buy', quantity: 3 })
  await expect.poll(() => tradesOf(page)).toBe(2)
  expect(new Set(orders).size).toBe(2)
  allowConsoleErrors(page, 'net::ERR_FAILED')
})

test('a page that is left before the answer keeps the key of its order', async ({ page }) => {
  const orders = ordersSent(page)
  await arriveSignedIn(page, '/stock/AMD')
  const traded = Promise.withResolvers<void>()
  await page.route('**/api/buy', async (route) => {
    await route.fetch()
    traded.resolve()
  })
  await trade(page, { side: 'Buy', quantity: 3 })
  await traded.promise
  await page.goto('/portfolio')
  await endFaults(page)
  await page.goto('/stock/AMD')
  await expect(page.getByRole('status').filter({ hasText: lost })).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveValue('3')
  await executeButton(page).click()
  await tradeDone(page, 'Bought 3 shares of AMD')
  expect(await tradesOf(page)).toBe(1)
  expect(new Set(orders).size).toBe(1)
  await page.reload()
  await expect(executeButton(page)).toBeVisible()
  await expect(page.getByText(lost)).toHaveCount(0)
})

/** Collects the key and the body of every request to buy. */
function ordersSent(page: Page): string[] {
  const orders: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/buy')) return
    orders.push(`${request.headers()['idempotency-key']} ${request.postData()}`)
  })
  return orders
}

async function tradesOf(page: Page): Promise<number> {
  const headers = await signedHeaders(page)
  const { transactions } = await (await page.request.get('/api/transactions', { headers })).json()
  return transactions.length
}

const priceOf = async (page: Page): Promise<number> =>
  (await (await page.request.get('/api/current-price/AMD')).json()).price
