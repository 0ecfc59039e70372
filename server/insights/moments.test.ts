// Trades at the edge of an interval: the morning after, the instant of a split, and a node with a clock ahead.
import { expect, test } from 'vitest'

import { signUp } from '../testing/learner.ts'
import { plantTrades, portfolioIdOf, trade } from '../testing/planted-ledger.ts'
import { createWorld } from '../testing/world.ts'

const noon = Date.parse('2026-11-13T17:00Z')

async function createLearner() {
  const world = await createWorld({ now: () => noon })
  const learner = await signUp(world.app)
  const ask = async (url: string) => (await learner.get(url)).json()
  const plant = async (...trades: ReturnType<typeof trade>[]) =>
    plantTrades(world.db, await portfolioIdOf(world.db, learner), trades)
  const twin = async (wanted: string) => {
    const { twins } = await ask('/api/insights/all')
    return twins.twins.find(({ kind }: { kind: string }) => kind === wanted)
  }
  const { price } = await ask('/api/current-price/AAPL')
  return { world, ask, plant, twin, price: Math.round(price * 100) }
}

const dollars = (cents: number): number => cents / 100

test('the twin of the first day makes no trade of the next morning', async () => {
  const { plant, twin, price } = await createLearner()
  await plant(
    trade('BUY', 10, 'AAPL', 60_00, '2026-11-03T20:30Z'),
    trade('BUY', 5, 'AAPL', 60_00, '2026-11-04T15:00Z'),
  )
  const { value } = await twin('first_day')
  expect(value).toBe(dollars(10_000_00 - 10 * 60_00 + 10 * price))
})

test('a split changes what a twin had before a trade of the same instant', async () => {
  const { world, plant, twin, price } = await createLearner()
  await plant(
    trade('BUY', 10, 'AAPL', 60_00, '2026-11-03T15:00Z'),
    trade('SELL', 2, 'AAPL', 60_00, '2026-11-04T15:00Z'),
    trade('BUY', 4, 'AAPL', 30_00, '2026-11-05T05:00Z'),
  )
  await world.db.query(
    "insert into split (ticker_id, day, numerator, denominator) values (1, '2026-11-05', 2, 1)",
  )
  const { value } = await twin('kept')
  expect(value).toBe(dollars(10_000_00 - 10 * 60_00 - 4 * 30_00 + (2 * 10 + 4) * price))
})

test('a trade of a node whose clock is ahead counts for what it earned', async () => {
  const { ask, plant, price } = await createLearner()
  await plant(
    trade('BUY', 1, 'AAPL', 60_00, '2026-11-03T15:00Z'),
    trade('BUY', 10, 'AAPL', 60_00, noon + 1_000),
  )
  const { total, contributions } = (await ask('/api/insights/all')).contributions
  const earned = dollars(11 * (price - 60_00))
  expect(contributions).toMatchObject([
    { ticker: 'AAPL', bought: 660, end_value: dollars(11 * price), amount: earned },
  ])
  expect(total).toBe(earned)
})
