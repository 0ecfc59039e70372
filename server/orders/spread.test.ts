// A buy is executed at the ask and a sale at the bid, checked over the API.
import { expect, test } from 'vitest'

import { signUp, type Learner } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

interface PriceNow {
  readonly price: number
  readonly bid: number
  readonly ask: number
}

const secret = { MARKET_SECRET: 'a market that is the same in every run' }
const start = Date.UTC(2027, 2, 1, 15)

const trade = async (learner: Learner, way: 'buy' | 'sell', order: object) =>
  (await learner.post(`/api/${way}`, order)).json<{ message: string; code?: string }>()

test('a buy pays the ask and a sale gets the bid, and what is held is worth the price', async () => {
  const { app } = await createWorld({ now: () => start, env: secret })
  const learner = await signUp(app)
  const now = (await learner.get('/api/current-price/LYFT')).json<PriceNow>()
  expect(now.ask - now.bid).toBeCloseTo(0.01, 6)
  expect([now.bid, now.ask]).toContain(now.price)
  const order = { ticker: 'LYFT', quantity: 10, price: now.price }
  expect((await trade(learner, 'buy', order)).message).toContain(`at $${now.ask.toFixed(2)} `)
  const held = (await learner.get('/api/portfolio')).json<{
    total_value: number
    holdings: { avg_price: number; current_price: number }[]
  }>()
  expect(held.holdings).toMatchObject([{ avg_price: now.ask, current_price: now.price }])
  expect((await trade(learner, 'sell', order)).message).toContain(`at $${now.bid.toFixed(2)} `)
  const after = (await learner.get('/api/portfolio')).json<{ cash_balance: number }>()
  expect(after.cash_balance).toBeCloseTo(10_000 - 10 * (now.ask - now.bid), 6)
})

test('the rule that buys after a fall of a cent and sells after a rise loses', async () => {
  let clock = start
  const { app } = await createWorld({ now: () => clock, env: secret })
  const learner = await signUp(app)
  const priceNow = async () => (await learner.get('/api/current-price/LYFT')).json<PriceNow>()
  let last = (await priceNow()).price
  let isIn = false
  for (let second = 0; second < 600; second += 1) {
    clock += 1_000
    const { price } = await priceNow()
    const order = { ticker: 'LYFT', quantity: 500, price }
    if (price < last && !isIn) isIn = 'message' in (await trade(learner, 'buy', order))
    else if (price > last && isIn) isIn = !('message' in (await trade(learner, 'sell', order)))
    last = price
  }
  const { trades, value } = {
    trades: (await learner.get('/api/transactions')).json<{ transactions: object[] }>()
      .transactions,
    value: (await learner.get('/api/current-portfolio-value')).json<{ value: number }>().value,
  }
  expect(trades.length).toBeGreaterThan(20)
  expect(value).toBeLessThan(10_000)
})

test('the guard compares the side that an order is about', async () => {
  const market = createScriptedMarket({ now: () => start, priceCents: 100_00 })
  const { app } = await createWorld({ now: () => start, market })
  const learner = await signUp(app)
  market.set('AAPL', 100_00, undefined, { bid: 98_50, ask: 101_50 })
  const order = { ticker: 'AAPL', quantity: 1, price: 100 }
  expect(await trade(learner, 'buy', order)).toMatchObject({ code: 'price_moved', price: 101.5 })
  expect(await trade(learner, 'buy', { ...order, price: 101 })).toMatchObject({ error: null })
  expect(await trade(learner, 'sell', order)).toMatchObject({ code: 'price_moved', price: 98.5 })
  // A change of two cents is allowed at any price.
  market.set('AAPL', 1_00, undefined, { bid: 98, ask: 1_02 })
  expect(await trade(learner, 'buy', { ...order, price: 1 })).toMatchObject({ error: null })
})
