// The chart of a chapter that was closed long ago costs no more than one of this week.
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { openSimulatedMarket } from '../market/simulated-market.ts'
import { signUp } from '../testing/learner.ts'
import { createWorld } from '../testing/world.ts'

test('the last week of a chapter that was closed a year ago is read without the year since', async () => {
  const now = () => Date.parse('2026-11-16T15:00Z')
  const simulated = openSimulatedMarket({ secret: new Uint8Array(32), hours: 'always', now })
  const read: number[] = []
  const market: typeof simulated = {
    ...simulated,
    hourly: async (...asked) => {
      const history = await simulated.hourly(...asked)
      read.push('points' in history ? history.points.length : 0)
      return history
    },
  }
  const { app, db } = await createWorld({ market, now })
  const learner = await signUp(app)
  const { price } = (await learner.get('/api/current-price/AAPL')).json()
  await learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price })
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
