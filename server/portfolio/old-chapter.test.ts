// The chart of a chapter that was closed long ago costs no more than one of this week, and no chart reads more prices
// than it needs.
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import type { Market } from '../market/market.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { signUp } from '../testing/learner.ts'
import { createWorld } from '../testing/world.ts'

/** A learner with one share, in a simulated market with some replaced methods. */
async function createBuyer(replaced: (simulated: Market) => Partial<Market>) {
  const now = () => Date.parse('2026-11-16T15:00Z')
  const simulated = openSimulatedMarket({ secret: new Uint8Array(32), hours: 'always', now })
  const { app, db } = await createWorld({ market: { ...simulated, ...replaced(simulated) }, now })
  const learner = await signUp(app)
  const { price } = (await learner.get('/api/current-price/AAPL')).json()
  await learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price })
  return { learner, db }
}

test('the last week of a chapter that was closed a year ago is read without the year since', async () => {
  const read: number[] = []
  const { learner, db } = await createBuyer((simulated) => ({
    hourly: async (...asked: Parameters<Market['hourly']>) => {
      const history = await simulated.hourly(...asked)
      read.push('points' in history ? history.points.length : 0)
      return history
    },
  }))
  const { closed } = (await learner.post('/api/portfolio/start-over', {})).json()
  await db.query("update trade set at = at - interval '365 days'")
  await db.query(
    `update portfolio set opened_at = opened_at - interval '375 days', closed_at = closed_at - interval '365 days'
     where closed_at is not null`,
  )
  const history = await learner.get(`/api/net_worth_history/7d?portfolio=${closed.portfolio}`)
  expect(history.json().data).toHaveLength(169)
  expect(read).toEqual(tickers.map(() => 169))
})

test('a chart waits for the source of stocks that were held, and of no others', async () => {
  const asked = new Set<string>()
  const { learner, db } = await createBuyer((simulated) => ({
    daily: async (...[ticker, from, policy]: Parameters<Market['daily']>) => {
      if (policy === 'stored-only') return { points: [] }
      asked.add(ticker)
      return simulated.daily(ticker, from, policy)
    },
  }))
  await db.query("update portfolio set opened_at = opened_at - interval '10 days'")
  const { data, benchmark, metrics } = (await learner.get('/api/net_worth_history/all')).json()
  expect(asked).toEqual(new Set(['AAPL']))
  expect(data).toHaveLength(11)
  // Both ends are known, but nothing in between.
  expect(benchmark.map(({ date }: { date: string }) => date)).toEqual([data[0].date, data[10].date])
  expect(metrics.benchmark_return).not.toBeNull()
})
