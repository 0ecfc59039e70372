// The sentence about a result as values: who was ahead, by how much, which stock decided it, and whether luck could do it.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cents } from './money.ts'
import { tickers, type Ticker } from './tickers.ts'
import { verdictOf, type VerdictFacts } from './verdict.ts'

const start = cents(10_000_00)

/** Stocks that stand where they were and were never held, except for these: [amount or null, rise in percent]. */
const stocks = (changes: Partial<Record<Ticker, readonly [number | null, number]>>) =>
  tickers.map((ticker) => {
    const [amount, rise] = changes[ticker] ?? [null, 0]
    return {
      ticker,
      amount: amount === null ? null : cents(amount),
      prices: { opening: cents(100_00), now: cents(100_00 + rise * 100) },
    }
  })

/** The value and the market follow from the stocks. */
function facts(
  changes: Parameters<typeof stocks>[0],
  more: Partial<VerdictFacts> = {},
): VerdictFacts {
  const all = stocks(changes)
  const own = all.reduce((sum, { amount }) => sum + (amount ?? 0), start as number)
  const market = all.reduce(
    (sum, { prices: { opening, now } }) => sum + (start / 16 / opening) * (now - opening),
    start as number,
  )
  return {
    startingCash: start,
    value: cents(own),
    market: cents(market),
    stocks: all,
    luckPercentile: null,
    ...more,
  }
}

describe('a verdict', () => {
  it.each([
    // SPOT earned 900.00; 1/16 of the cash in it would have earned 62.50, so 837.50 of the 937.50 are its doing.
    {
      of: 'a stock that was held',
      changes: { SPOT: [900_00, 10], AAPL: [100_00, 0] },
      is: { kind: 'ahead', points: 9.4, reason: { ticker: 'SPOT', isHeld: true, isMost: true } },
    },
    {
      of: 'several stocks, none of which did half of it',
      changes: { SPOT: [200_00, 0], AAPL: [190_00, 0], MSFT: [180_00, 0] },
      is: { kind: 'ahead', points: 5.7, reason: { ticker: 'SPOT', isHeld: true, isMost: false } },
    },
    // 625.00 in INTC would have lost 312.50.
    {
      of: 'a stock that was left alone while it fell',
      changes: { INTC: [null, -50], AAPL: [10_00, 0] },
      is: { kind: 'ahead', points: 3.2, reason: { ticker: 'INTC', isHeld: false, isMost: true } },
    },
    {
      of: 'a stock that lost',
      changes: { TSLA: [-400_00, -20], AAPL: [50_00, 0] },
      is: { kind: 'behind', points: 2.3, reason: { ticker: 'TSLA', isHeld: true, isMost: true } },
    },
    {
      of: 'a stock that was missed while it rose',
      changes: { NVDA: [null, 100] },
      is: { kind: 'behind', points: 6.3, reason: { ticker: 'NVDA', isHeld: false, isMost: true } },
    },
    {
      of: 'a held stock that earned less than its part of the market',
      changes: { NVDA: [50_00, 100] },
      is: { kind: 'behind', points: 5.8, reason: { ticker: 'NVDA', isHeld: true, isMost: true } },
    },
  ] as const)('names $of', ({ changes, is }) => {
    expect(verdictOf(facts(changes))).toEqual({ ...is, couldBeLuck: false })
  })

  it.each([
    [4_99, 'even', 0],
    [5_00, 'ahead', 0.1],
    [-4_99, 'even', 0],
    [-5_00, 'behind', 0.1],
    [0, 'even', 0],
  ] as const)('of %d cents beside the market is %s', (amount, kind, points) => {
    const verdict = verdictOf(facts({ AAPL: [amount, 0] }, { luckPercentile: 50 }))
    expect(verdict).toMatchObject({ kind, points, couldBeLuck: kind !== 'even' })
    expect(verdict?.reason === null).toBe(kind === 'even')
  })

  it.each([
    [null, false],
    [4.9, false],
    [5, true],
    [50, true],
    [95, true],
    [95.1, false],
  ])('at percentile %j says that it could be luck: %j', (luckPercentile, couldBeLuck) => {
    expect(verdictOf(facts({ AAPL: [900_00, 0] }, { luckPercentile }))).toMatchObject({
      couldBeLuck,
    })
  })

  it('is none where the market is not known, and has no reason where a price is not', () => {
    const known = facts({ AAPL: [900_00, 0] })
    expect(verdictOf({ ...known, market: null })).toBeNull()
    const unknown = {
      ...known,
      stocks: known.stocks.map((stock, place) =>
        place === 0 ? { ...stock, prices: null } : stock,
      ),
    }
    expect(verdictOf(unknown)).toMatchObject({ kind: 'ahead', reason: null })
    expect(verdictOf({ ...known, stocks: [] })).toMatchObject({ kind: 'ahead', reason: null })
  })

  it('counts the points of the cash of a league', () => {
    const league = facts({ AAPL: [900_00, 0] }, { startingCash: cents(100_000_00) })
    expect(verdictOf(league)).toMatchObject({ points: 0.9 })
  })

  it('always has a reason that points its way', () => {
    const change = fc.tuple(
      fc.option(fc.integer({ min: -500_00, max: 500_00 })),
      fc.integer({ min: -90, max: 300 }),
    )
    fc.assert(
      fc.property(fc.array(change, { minLength: 16, maxLength: 16 }), (all) => {
        const given = facts(
          Object.fromEntries(tickers.map((ticker, place) => [ticker, all[place] ?? [null, 0]])),
        )
        const verdict = verdictOf(given)
        if (verdict?.kind === 'even') return
        const stock = given.stocks.find(({ ticker }) => ticker === verdict?.reason?.ticker)
        const rise = (625_00 * ((stock?.prices?.now ?? NaN) - 100_00)) / 100_00
        const part = (stock?.amount ?? 0) - rise
        expect(verdict?.kind === 'ahead' ? part : -part).toBeGreaterThan(0)
      }),
    )
  })
})
