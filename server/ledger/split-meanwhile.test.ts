// A split that is recorded during the application of another one or during order decisions: it cancels its orders, and
// no order is decided at its price before its shares are added.
import { asDay } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import type { Tx } from '../db/handle.ts'
import type { Market } from '../market/market.ts'
import { signUp } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { applySplits } from './splits.ts'
import { learn, type Ratio } from './testing/split-ledger.ts'

const hourMs = 3_600_000

async function createLearner() {
  const clock = { at: Date.parse('2026-11-13T15:30:00Z') }
  const now = () => clock.at
  const market = createScriptedMarket({ now })
  const { app, db } = await createWorld({ now, market, env: { IDENTITY_TOKEN_MINUTES: '60' } })
  const learner = await signUp(app)
  const order = { ticker: 'MSFT', kind: 'limit', lasts: 'gtc' }
  const place = (more: object) => learner.post('/api/orders', { ...order, ...more })
  const day = asDay('2026-11-14')
  const apply = (watch: (tx: Tx) => Tx) =>
    db.transaction(async (tx) => {
      const [portfolio] = await tx.query<{ id: number }>('select id from portfolio')
      await applySplits(watch(tx), [portfolio?.id ?? 0], { error: () => undefined })
    })
  /** Applies a split of AAPL, and records one of MSFT just after the orders were cancelled. */
  const splitBoth = async (ratio: Ratio): Promise<void> => {
    clock.at += 20 * hourMs
    await learn(db, { day, ratio: [2, 1] })
    await apply((tx) => ({
      query: async (statement, values) => {
        const rows = await tx.query<never>(statement, values)
        const isCancelling = typeof statement === 'string' && statement.includes("reason = 'split'")
        if (isCancelling) await learn(db, { ticker: 'MSFT', day, ratio })
        return rows
      },
    }))
    await apply((tx) => tx)
  }
  return { db, learner, place, splitBoth }
}

test('a limit from before it does not wait on', async () => {
  const { db, place, splitBoth } = await createLearner()
  expect((await place({ type: 'BUY', quantity: 5, price: 90 })).json().state).toBe('open')
  await splitBoth([4, 1])
  expect(await db.query('select state, reason from stock_order')).toEqual([
    { state: 'cancelled', reason: 'split' },
  ])
})

test('a reverse split comes into a portfolio whose shares wait to be sold', async () => {
  const { learner, place, splitBoth, db } = await createLearner()
  await learner.post('/api/buy', { ticker: 'MSFT', quantity: 10, price: 100 })
  const sale = await place({ type: 'SELL', quantity: 10, price: 200 })
  expect(sale.json().state).toBe('open')
  await splitBoth([1, 10])
  expect(
    await db.query(
      `select state, shares[ticker_id] as shares, reserved_shares as reserved
       from stock_order join portfolio p on p.id = portfolio_id`,
    ),
  ).toEqual([{ state: 'cancelled', shares: 1, reserved: null }])
})

test('on the price after a reverse split no shares from before it are sold, also where both come in the middle of a batch', async () => {
  const clock = { at: Date.parse('2026-11-16T15:30:00Z') }
  const now = () => clock.at
  const scripted = createScriptedMarket({ now, priceCents: 5_00 })
  let meanwhile = async (): Promise<unknown> => undefined
  /** Like on a provider's market, an order gets the prices that are current at the read. */
  const market: Market = {
    ...scripted,
    freshFor: async () => true,
    quotesIn: async (...asked) => {
      await meanwhile()
      const quotes = await scripted.quotesIn(...asked)
      return new Map([...quotes].map(([ticker, quote]) => [ticker, { ...quote, askedAt: now() }]))
    },
  }
  const { app, db } = await createWorld({ now, market })
  const learner = await signUp(app)
  const send = (way: string, quantity: number, price: number) =>
    learner.post(`/api/${way}`, { ticker: 'LYFT', quantity, price })
  expect((await send('buy', 80, 5)).statusCode).toBe(200)
  clock.at += 20 * hourMs
  const again = await learner.renew()
  // The order of a program that knows of the split, sent at the moment at which the product records it.
  meanwhile = async () => {
    meanwhile = async () => undefined
    await learn(db, { ticker: 'LYFT', day: asDay('2026-11-17'), ratio: [1, 8] })
    scripted.set('LYFT', 40_00)
  }
  const order = { ticker: 'LYFT', quantity: 80, price: 40 }
  const sold = await again.post('/api/sell', order)
  expect([sold.statusCode, sold.json().code]).toEqual([422, 'insufficient_shares'])
  const { cash_balance, holdings } = (await again.get('/api/portfolio')).json()
  expect([cash_balance, holdings[0].quantity]).toEqual([9_600, 10])
})
