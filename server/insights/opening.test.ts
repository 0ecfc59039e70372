// On a provider's market, the comparison starts at the prices of the opening minute, not at the close of the day
// before.
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test, vi } from 'vitest'

import { openExchange } from '../market/testing/exchange.ts'
import { signUp } from '../testing/learner.ts'

test('who comes after a market has opened three percent higher does not start behind it', async ({
  onTestFinished,
}) => {
  const exchange = await openExchange('alpaca', onTestFinished)
  exchange.clock.set(Date.parse('2026-08-06T13:40:00Z'))
  for (const ticker of tickers) {
    exchange.trade(ticker, toDollars(fromDollars(exchange.base(ticker) * 1.03)))
  }
  const { app, db } = await exchange.node()
  const patience = { timeout: 30_000, interval: 50 }
  await vi.waitUntil(async () => (await db.query('select from quote')).length === 16, patience)
  const learner = await signUp(app)
  const read = async () => {
    const { benchmark } = (await learner.get('/api/net_worth_history/all')).json()
    const { twins } = (await learner.get('/api/insights/all')).json()
    const market = twins.twins.find(({ kind }: { kind: string }) => kind === 'market')
    return [...benchmark.map(({ value }: { value: number }) => value), market.difference]
  }
  expect(await read()).toEqual([10_000, 10_000, 0])
  const chapters = await db.query<{ known: number }>(
    'select cardinality(opening_prices) as known from portfolio',
  )
  expect(chapters).toEqual([{ known: 16 }])
})
