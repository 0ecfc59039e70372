// Layout shifts of the pages of a learner with holdings and open orders, whose answers come one by one.
import { expect, type Page, type Route } from '@playwright/test'

import { arriveWithHoldings, signedHeaders } from './learner.ts'
import { noteShifts, shiftsOf, sumOf } from './page-observers.ts'
import { test } from './product.ts'

const shiftMax = 0.02

const paths = [
  '/portfolio',
  '/dashboard',
  '/transactions',
  '/insights',
  '/stock/AAPL',
  '/leaderboard',
  '/portfolio/orders',
  '/portfolio/runs',
]

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    // Motion is on, because animations could cause layout shifts.
    test.use({
      viewport: { width, height: 900 },
      contextOptions: { reducedMotion: 'no-preference' },
    })

    test('no page of a learner with holdings and orders moves while it loads', async ({ page }) => {
      await arriveWithOrders(page)
      await noteShifts(page)
      const held = await holdRequests(page)
      await visitAll(page, 'first', () => answer(held, held[0]))
      const storesOrders = (): Promise<boolean> => {
        answer(held, held[0])
        return page.evaluate(() => localStorage.getItem('tengrand-order-notifications') !== null)
      }
      await page.goto('/portfolio')
      await expect.poll(storesOrders).toBe(true)
      // The browser now knows of open orders, and asks for them together with the portfolio, which comes last.
      await visitAll(page, 'second', () => answer(held, held.find(isOther) ?? held[0]))
    })
  })
}

async function visitAll(page: Page, visit: string, answerNext: () => boolean): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect.poll(() => isSettled(page, answerNext), { intervals: [0] }).toBe(true)
    const shifts = await shiftsOf(page)
    expect(sumOf(shifts), `${visit} visit of ${path}: ${shifts.join()}`).toBeLessThan(shiftMax)
  }
}

/** Signs up, buys two stocks, and places a limit order and a stop that are both far from the price. */
async function arriveWithOrders(page: Page): Promise<void> {
  await arriveWithHoldings(page)
  const headers = await signedHeaders(page)
  for (const [type, kind] of [
    ['BUY', 'limit'],
    ['SELL', 'stop'],
  ]) {
    const { price } = await (await page.request.get('/api/current-price/AAPL')).json()
    const placed = await page.request.post('/api/orders', {
      headers,
      data: {
        ticker: 'AAPL',
        type,
        kind,
        quantity: 1,
        price: Math.floor(price / 2),
        lasts: 'gtc',
      },
    })
    expect(placed.status()).toBe(201)
  }
}

/** Holds every request to the API, the oldest first in the list, until it is answered. */
async function holdRequests(page: Page): Promise<Route[]> {
  const held: Route[] = []
  await page.route('**/api/**', (route) => void held.push(route))
  return held
}

const isOther = (route: Route): boolean => !route.request().url().endsWith('/api/portfolio')

/** Lets the request go, if there is one, and says whether there was. */
function answer(held: Route[], next: Route | undefined): boolean {
  if (!next) return false
  held.splice(held.indexOf(next), 1)
  void next.continue()
  return true
}

/** Lets one more request go, and has the page painted before it says whether that was all. */
async function isSettled(page: Page, answerNext: () => boolean): Promise<boolean> {
  const wasHeld = answerNext()
  await shiftsOf(page)
  return (
    !wasHeld &&
    (await page.getByRole('contentinfo').isVisible()) &&
    (await page.locator('.skeleton').count()) === 0
  )
}
