// Portfolios of one learner in two contests with different markets: each uses the prices and the clock of its own
// market.
import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { expect, test } from 'vitest'

import { createReadInsights } from '../insights/insights.ts'
import { createLuckQueue } from '../insights/luck-queue.ts'
import { createReadLuck } from '../insights/luck.ts'
import { clockOf } from '../testing/clock.ts'
import { oneMarket } from '../market/markets.ts'
import { signUp } from '../testing/learner.ts'
import { plantStake } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { findPortfolio } from './find.ts'
import { netWorthHistory } from './history.ts'
import { createPreviousValue } from './previous-value.ts'
import { readValued } from './valued.ts'

const now = Date.parse('2026-11-13T15:00:00Z')
const dayMs = 86_400_000
/** The other market is some days ahead, and its prices are twice as high. */
const later = now + 3 * dayMs

/** A market with a single close, that of the day before. */
const marketAt = (at: number, priceCents: number) => ({
  ...createScriptedMarket({ now: () => at, priceCents }),
  daily: async () => ({ points: [{ at: startOfDay(dayOf(at)), price: cents(priceCents) }] }),
})

test('a portfolio is valued, drawn and explained by the market of its contest', async () => {
  const market = marketAt(now, 100_00)
  const other = marketAt(later, 200_00)
  market.setClose('AAPL', 90_00)
  other.setClose('AAPL', 150_00)
  const world = await createWorld({ market, now: () => now })
  const learner = await signUp(world.app)
  const order = { ticker: 'AAPL', quantity: 10, price: 100 }
  await learner.post('/api/buy', order)
  const [row] = await world.db.query<{ id: number }>('select id from account')
  const accountId = row?.id ?? 0
  const stake = await plantStake(world.db, accountId, { at: new Date(now - 60_000) })
  await learner.post('/api/buy', { ...order, portfolio: stake.portfolio })
  const clock = clockOf(() => later)
  const marketOf = async (portfolio: { readonly contestId: number }) =>
    portfolio.contestId === stake.contestId
      ? oneMarket({ market: other, now: () => later, clock })(portfolio)
      : oneMarket({ market, now: () => now, clock })(portfolio)
  const deps = { db: world.db, log: { error: () => undefined }, marketOf, clock }

  const queue = createLuckQueue({ play: async () => [], close: async () => undefined })
  const readLuck = createReadLuck({ ...deps, queue, now: () => now })
  const readInsights = createReadInsights({ ...deps, now: () => now })

  const read = async (publicId: string | null) => {
    const head = await findPortfolio(world.db, { accountId, publicId })
    if (head === null) throw new Error('There is no such portfolio.')
    const history = await netWorthHistory(deps, head, '7d')
    const insights = await readInsights(head, 'all')
    if ('refusal' in insights) throw new Error('The result is not explained.')
    const { contributions, twins, habits } = JSON.parse(insights.text().toString())
    const luck = await readLuck(accountId, head)
    return {
      valued: await readValued(deps, { accountId, publicId }),
      previous: await createPreviousValue(deps)(head),
      end: 'points' in history ? history.points.at(-1) : null,
      gain: contributions.total,
      twin: Date.parse(twins.data.at(-1).date),
      largest: habits.largest,
      luck: 'ready' in luck ? luck : null,
    }
  }
  expect(await read(null)).toMatchObject({
    valued: { valuation: { total: cents(10_000_00) } },
    // The portfolio was opened today.
    previous: cents(10_000_00),
    end: { at: now, value: cents(10_000_00) },
    gain: 0,
    twin: now,
    largest: { ticker: 'AAPL', percent: 10 },
    // The day is not over yet.
    luck: { ready: false, purchases: 0, span: 0 },
  })
  expect(await read(stake.portfolio)).toMatchObject({
    valued: { valuation: { total: cents(6_000_00) } },
    previous: cents(5_500_00),
    end: { at: later, value: cents(6_000_00) },
    gain: 1_000,
    twin: later,
    largest: { ticker: 'AAPL', percent: 33.3333 },
    luck: { ready: false, purchases: 1, span: 2 },
  })
})
