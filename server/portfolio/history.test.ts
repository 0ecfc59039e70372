// Net worth over time, over HTTP, compared with a slow computation: at every point all trades are folded again at the
// prices of that time.
import { dayOf, ranges, startOfDay, asDay, type Range } from '@tengrand/core/day.ts'
import type { Entry, Trade } from '@tengrand/core/ledger.ts'
import { cents, toDollars } from '@tengrand/core/money.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import { portfolioOf } from '@tengrand/core/testing/fold.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { valuationOf } from '@tengrand/core/valuation.ts'
import { describe, expect, test } from 'vitest'

import type { Market } from '../market/market.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { portfolioIdOf, plantTrades, trade } from '../testing/planted-ledger.ts'
import { createWorld, type World } from '../testing/world.ts'

interface History {
  readonly data: readonly { readonly date: string; readonly value: number }[]
  readonly benchmark: History['data']
  readonly metrics: Record<string, number>
}

const historyOf = async (learner: Learner, range: string): Promise<History> => {
  const answer = await learner.get(`/api/net_worth_history/${range}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** The value at an instant, computed from the first entry on. */
async function valueAt(market: Market, entries: readonly Entry[], at: number): Promise<number> {
  const then = portfolioOf(entries.filter((entry) => entry.at <= at))
  const prices = await market.pricesAt(tickers, at)
  const valuation = valuationOf(then, (ticker) => prices.get(ticker) ?? null)
  if ('missing' in valuation) throw new Error('A price is missing.')
  return toDollars(valuation.total)
}

/** A fixed secret, so that prices are the same in every run. */
const sameMarket = { MARKET_SECRET: 'a secret that makes the same prices in every run' }
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Two trades on most days, at random times and at the prices of that time. */
async function someTrades(market: Market, from: number, days: number): Promise<Trade[]> {
  const trades: Trade[] = []
  for (let day = 0; day < days; day += 1) {
    for (const [type, hour, index] of [
      ['BUY', 10.37, day % 5],
      ['SELL', 14.81, (day + 3) % 5],
    ] as const) {
      const at = from + day * dayMs + Math.round(hour * hourMs)
      const ticker = tickers[index] ?? 'AAPL'
      const price = (await market.pricesAt([ticker], at)).get(ticker) ?? 0
      const { cash, positions } = portfolioOf(trades)
      const fits = type === 'BUY' ? cash >= 2 * price : (positions.get(ticker)?.quantity ?? 0) > 0
      if (fits) trades.push(trade(type, type === 'BUY' ? 2 : 1, ticker, price, at))
    }
  }
  return trades
}

async function learnerWith(world: World, trades: readonly Trade[]) {
  const learner = await signUp(world.app)
  const accountId = await portfolioIdOf(world.db, learner)
  await plantTrades(world.db, accountId, trades)
  return { learner, accountId }
}

/** The instant of a point; a date stands for the close of that day. */
function instantOf(date: string, hours: 'always' | 'nyse'): number {
  if (date.length > 10) return Date.parse(date)
  const day = asDay(date)
  if (hours === 'always') return startOfDay(dayOf(startOfDay(day) + 30 * hourMs))
  return sessionOf(day)?.close ?? NaN
}

describe('every point of a history', () => {
  test.each([
    ['always', '2026-11-20T16:23:45.678Z'],
    // A Sunday after a clock change.
    ['nyse', '2026-11-22T16:23:45.678Z'],
  ] as const)('adds up from trades and prices, with hours %s', async (hours, now) => {
    const until = Date.parse(now)
    const world = await createWorld({
      now: () => until,
      env: { ...sameMarket, MARKET_HOURS: hours },
    })
    // The trades begin before the clock change in March and end after the one in November.
    const trades = await someTrades(world.market, startOfDay(asDay('2025-11-04')), 380)
    expect(trades.length).toBeGreaterThan(300)
    const { learner } = await learnerWith(world, trades)
    for (const range of ranges) {
      const { data } = await historyOf(learner, range)
      for (const { date, value } of data) {
        const expected = await valueAt(world.market, trades, instantOf(date, hours))
        expect({ range, date, value }).toEqual({ range, date, value: expected })
      }
    }
  })
})

describe('the history', () => {
  const now = '2026-11-20T16:23:45.678Z'
  const old = [trade('BUY', 1, 'AAPL', 100_00, '2024-03-01T15:00Z')]

  test.each<[Range, string, string, number]>([
    ['7d', 'always', '2026-11-13T16:23:45.678Z', 2 + 7 * 24],
    // No points on Saturday and Sunday; the other days have the full hours from 10:00 to 16:00.
    ['7d', 'nyse', '2026-11-13T16:23:45.678Z', 2 + 5 + 4 * 7 + 2],
    ['1m', 'always', '2026-10-20T15:23:45.678Z', 2 + 30],
    // As a date, the close of 20 October would precede the start; that of 20 November is in the future.
    ['1m', 'nyse', '2026-10-20T15:23:45.678Z', 2 + 22],
    ['6m', 'always', '2026-05-20T15:23:45.678Z', 2 + 183],
    ['ytd', 'always', '2026-01-01T05:00:00.000Z', 2 + 322],
    ['1y', 'always', '2025-11-20T16:23:45.678Z', 2 + 364],
    ['all', 'always', '2024-03-01T14:59:00.000Z', 2 + 993],
  ])('of %s (%s) begins at %s and ends now', async (range, hours, from, count) => {
    const world = await createWorld({ now: () => Date.parse(now), env: { MARKET_HOURS: hours } })
    const { learner } = await learnerWith(world, old)
    const { data, benchmark, metrics } = await historyOf(learner, range)
    expect(data[0]?.date).toBe(from)
    expect(data.at(-1)?.date).toBe(now)
    expect(data).toHaveLength(count)
    const between = data.slice(1, -1).map(({ date }) => date)
    expect(between.every((date) => (range === '7d') === date.endsWith(':00:00.000Z'))).toBe(true)
    const dates = data.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].toSorted())
    expect(dates).toEqual(dates.toSorted((a, b) => Date.parse(a) - Date.parse(b)))
    const [first, last] = [data[0]?.value ?? 0, data.at(-1)?.value ?? 0]
    const [marketFirst, marketLast] = [benchmark[0]?.value ?? 0, benchmark.at(-1)?.value ?? 0]
    expect(metrics).toEqual({
      current_value: last,
      period_return: expect.closeTo(last - first, 6),
      period_return_percent: expect.closeTo(((last - first) / first) * 100, 3),
      total_return: expect.closeTo(last - 10_000, 6),
      total_return_percent: expect.closeTo((last - 10_000) / 100, 3),
      benchmark_return: expect.closeTo(marketLast - marketFirst, 6),
      benchmark_return_percent: expect.closeTo(((marketLast - marketFirst) / marketFirst) * 100, 3),
    })
    expect(benchmark.map(({ date }) => date)).toEqual(dates)
    expect(marketFirst === 10_000).toBe(range === 'all')
    // Ensures that the two returns differ, so that the test would notice if they were swapped.
    expect(first === 10_000).toBe(range === 'all')
  })

  test('of an account that is minutes old has its start and now', async () => {
    let clock = Date.parse('2026-11-20T16:00:00Z')
    const world = await createWorld({ now: () => clock, env: sameMarket })
    const learner = await signUp(world.app)
    await learner.get('/api/account')
    clock += 50_000
    const price = toDollars(world.market.quote('AAPL')?.price ?? cents(0))
    expect(
      (await learner.post('/api/buy', { ticker: 'AAPL', quantity: 9, price })).statusCode,
    ).toBe(200)
    clock += 70_000
    const { value } = (await learner.get('/api/current-portfolio-value')).json()
    expect(value).not.toBe(10_000)
    for (const range of ranges) {
      expect((await historyOf(learner, range)).data).toEqual([
        { date: '2026-11-20T16:00:00.000Z', value: 10_000 },
        { date: '2026-11-20T16:02:00.000Z', value },
      ])
    }
  })

  test('of ytd has the midnight and now on the morning of 1 January', async () => {
    const world = await createWorld({ now: () => Date.parse('2026-01-01T05:30:00Z') })
    const { learner } = await learnerWith(world, old)
    const { data } = await historyOf(learner, 'ytd')
    expect(data.map(({ date }) => date)).toEqual([
      '2026-01-01T05:00:00.000Z',
      '2026-01-01T05:30:00.000Z',
    ])
  })

  test('of a range that is not one is refused with the names of those that are', async () => {
    const world = await createWorld()
    const learner = await signUp(world.app)
    for (const range of ['2y', '7D', 'constructor', '%20']) {
      const answer = await learner.get(`/api/net_worth_history/${range}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        code: 'unknown_range',
        detail: 'The range must be one of 7d, 1m, 6m, ytd, 1y, all.',
      })
    }
  })
})

test('the portfolio, its value and the last point of every range are the same number', async () => {
  const now = Date.parse('2026-11-20T16:23:45.678Z')
  const world = await createWorld({ now: () => now })
  const trades = await someTrades(world.market, now - 40 * dayMs, 39)
  const { learner } = await learnerWith(world, trades)
  const portfolio = (await learner.get('/api/portfolio')).json()
  const expected = await valueAt(world.market, trades, now)
  expect(portfolio.total_value).toBe(expected)
  expect((await learner.get('/api/current-portfolio-value')).json()).toEqual({ value: expected })
  const held = portfolio.holdings.reduce(
    (sum: number, { market_value }: { market_value: number }) => sum + market_value,
    0,
  )
  expect(portfolio.cash_balance + held).toBeCloseTo(expected, 6)
  for (const range of ranges) {
    expect((await historyOf(learner, range)).data.at(-1)?.value).toBe(expected)
  }
})

test('a trade that is dated ahead of the clock is in the last point of the history, as it is in the portfolio', async () => {
  const now = Date.parse('2026-11-20T16:23:45.678Z')
  const world = await createWorld({ now: () => now })
  const { learner } = await learnerWith(world, [
    trade('BUY', 1, 'AAPL', 100_00, now - 40 * dayMs),
    trade('BUY', 10, 'TSLA', 1_00, now + 5_000),
  ])
  const { value } = (await learner.get('/api/current-portfolio-value')).json()
  const { data } = await historyOf(learner, '7d')
  expect(data.at(-1)?.value).toBe(value)
  expect(Math.abs((data.at(-2)?.value ?? 0) - 10_000)).toBeLessThan(500)
})
