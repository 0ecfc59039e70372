// Chapters closed before a split of one of their stocks was known: the final value stays, and the change is attributed
// to the right stock.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import type { Market } from '../market/market.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { signUp } from '../testing/learner.ts'
import { plantTrades, portfolioIdOf, trade } from '../testing/planted-ledger.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

const hourMs = 3_600_000
const noon = Date.parse('2026-11-13T17:00Z')

/**
 * A learner who bought 40 AAPL and 50 NVDA at $100.00 and never sold, in a market whose past prices equal the current
 * ones.
 */
async function createChapter(closedAt: number) {
  const clock = { at: closedAt }
  const scripted = createScriptedMarket({ now: () => clock.at, priceCents: 100_00 })
  const market: Market & typeof scripted = {
    ...scripted,
    daily: async () => ({ points: [] }),
    pricesAt: async (asked) =>
      new Map(asked.flatMap((ticker) => pairOf(ticker, scripted.quote(ticker)?.price))),
  }
  const world = await createWorld({ now: () => clock.at, market })
  const learner = await signUp(world.app)
  await plantTrades(world.db, await portfolioIdOf(world.db, learner), [
    trade('BUY', 40, 'AAPL', 100_00, closedAt - 30 * hourMs),
    trade('BUY', 50, 'NVDA', 100_00, closedAt - 29 * hourMs),
  ])
  return { clock, world, learner, market: scripted }
}

const pairOf = <T>(ticker: Ticker, price: T | undefined): [Ticker, T][] =>
  price === undefined ? [] : [[ticker, price]]

type Chapter = Awaited<ReturnType<typeof createChapter>>

interface LateSplit {
  readonly day: string
  readonly ratio: readonly [number, number]
  readonly of?: readonly Ticker[]
}

/** Closes the chapter; the split becomes known some time later. */
async function closeBefore(
  { clock, world, learner, market }: Chapter,
  { day, ratio, of = ['AAPL'] }: LateSplit,
) {
  const { closed } = (await learner.post('/api/portfolio/start-over', {})).json()
  for (const ticker of of) {
    await world.db.query(
      'insert into split (ticker_id, day, numerator, denominator, learnt_at) values ($1, $2, $3, $4, $5)',
      [tickerIdOf(ticker), day, ...ratio, new Date(clock.at + 60_000)],
    )
    market.set(ticker, (100_00 * ratio[1]) / ratio[0])
  }
  clock.at += 3 * hourMs
  const later = await learner.renew()
  const answer = await later.get(`/api/insights/all?portfolio=${closed.portfolio}`)
  return { closed, ...answer.json() }
}

const amountsOf = ({ contributions }: { contributions: readonly Part[] }) =>
  Object.fromEntries(contributions.map(({ ticker, amount }) => [ticker, amount]))

interface Part {
  readonly ticker: string
  readonly amount: number
}

test('a chapter that is closed before the bell of a split day counts its shares and prices alike', async () => {
  const chapter = await createChapter(Date.parse('2026-11-13T13:00Z'))
  const found = await closeBefore(chapter, { day: '2026-11-13', ratio: [4, 1] })
  expect(found.closed).toMatchObject({ final_value: 10_000 })
  expect(found.contributions.total).toBe(0)
  expect(amountsOf(found.contributions)).toEqual({ AAPL: 0, NVDA: 0 })
  const [kept] = found.twins.twins
  expect(kept).toMatchObject({ kind: 'kept', value: 10_000, difference: 0 })
  expect(found.habits.largest).toMatchObject({ ticker: 'NVDA', percent: 50 })
})

test('where a split was learned too late for the end, its own stock takes the difference', async () => {
  const chapter = await createChapter(noon)
  // By then, ten old shares are one new share at ten times the price, and the split is not known yet.
  chapter.market.set('AAPL', 1_000_00)
  const found = await closeBefore(chapter, { day: '2026-11-13', ratio: [1, 10] })
  expect(found.closed).toMatchObject({ final_value: 46_000 })
  expect(found.contributions.total).toBe(36_000)
  expect(amountsOf(found.contributions)).toEqual({ AAPL: 36_000, NVDA: 0 })
  const [kept] = found.twins.twins
  expect(kept).toMatchObject({ kind: 'kept', value: 46_000, difference: 0 })
  expect(found.habits.largest.percent).toBeLessThanOrEqual(100)
})

test('where two splits were learned too late, the stock that has the most takes the difference', async () => {
  const chapter = await createChapter(noon)
  chapter.market.set('AAPL', 1_000_00)
  chapter.market.set('NVDA', 1_000_00)
  const found = await closeBefore(chapter, {
    day: '2026-11-13',
    ratio: [1, 10],
    of: ['AAPL', 'NVDA'],
  })
  expect(found.contributions.total).toBe(81_000)
  // Four and five shares are left, at $1,000.00: no stock has gained anything by itself.
  expect(amountsOf(found.contributions)).toEqual({ AAPL: 0, NVDA: 81_000 })
})
