// The order of a ranking, worked by hand.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { openStartingCash } from '../contest.ts'
import { cents, type Cents } from '../money.ts'
import type { Ticker } from '../tickers.ts'
import { returnSince } from '../valuation.ts'
import { anyPrice } from './random-account.ts'
import { rankingOf, type Contestant, type RankedAccount } from './ranking.ts'

const monday = Date.parse('2026-03-09T15:00Z')

function contestant(
  id: number,
  cash: number,
  shares: Partial<Record<Ticker, number>> = {},
  firstTradeAt: number | null = monday + id,
): Contestant {
  const positions = new Map(
    Object.entries(shares).map(([ticker, quantity]) => [
      ticker as Ticker,
      { quantity, cost: cents(1) },
    ]),
  )
  return { id, cash: cents(cash), positions, firstTradeAt }
}

const prices = new Map<Ticker, Cents>([
  ['AAPL', cents(193_00)],
  ['LYFT', cents(15_21)],
])
const priceOf = (ticker: Ticker): Cents | null => prices.get(ticker) ?? null

function ranked(
  contestants: readonly Contestant[],
  price: typeof priceOf = priceOf,
): readonly RankedAccount[] {
  const ranking = rankingOf(contestants, price)
  if ('missing' in ranking) throw new Error(`${ranking.missing} has no price`)
  return ranking
}

describe('a ranking', () => {
  test('goes by what cash and shares are worth together', () => {
    // By hand: 1 has 8,000.00 + 10 × 193.00 = 9,930.00, 2 has 10,000.00, 3 has 200.00 + 3 × 193.00 + 700 × 15.21 = 11,426.00.
    const places = ranked([
      contestant(1, 8_000_00, { AAPL: 10 }),
      contestant(2, 10_000_00),
      contestant(3, 200_00, { AAPL: 3, LYFT: 700 }),
    ])
    expect(places).toEqual([
      { id: 3, rank: 1, cash: 200_00, value: 11_426_00 },
      { id: 2, rank: 2, cash: 10_000_00, value: 10_000_00 },
      { id: 1, rank: 3, cash: 8_000_00, value: 9_930_00 },
    ])
    expect(places.map(({ value }) => returnSince(openStartingCash, value).percent)).toEqual([
      14.26, 0, -0.7,
    ])
  })

  test('puts who traded first before others of the same value, and then who came first', () => {
    const places = ranked([
      contestant(1, 9_000_00, {}, monday + 2),
      contestant(4, 9_000_00, {}, monday + 1),
      contestant(3, 9_000_00, {}, monday + 1),
      contestant(2, 9_000_01, {}, monday + 3),
    ])
    expect(places.map(({ id, rank }) => [id, rank])).toEqual([
      [2, 1],
      [3, 2],
      [4, 3],
      [1, 4],
    ])
  })

  test('has nobody in it who never traded', () => {
    const idle = contestant(1, 10_000_00, {}, null)
    expect(ranked([idle])).toEqual([])
    expect(ranked([idle, contestant(2, 1)]).map(({ id }) => id)).toEqual([2])
  })

  test('is none where a stock that somebody holds has no price', () => {
    const holders = [contestant(1, 1), contestant(2, 1, { NVDA: 1 })]
    expect(rankingOf(holders, priceOf)).toEqual({ missing: 'NVDA' })
    // A price is not needed where only unranked accounts hold the stock.
    const idle = contestant(2, 1, { NVDA: 1 }, null)
    expect(ranked([contestant(1, 1), idle]).map(({ id }) => id)).toEqual([1])
  })

  test('does not depend on the order in which the accounts come', () => {
    const anyContestant = fc.record({
      cash: fc.integer({ min: 0, max: 3 }),
      shares: fc.integer({ min: 1, max: 3 }),
      firstTradeAt: fc.option(fc.integer({ min: 0, max: 3 })),
    })
    const equals = [2, 1, 1].map((firstTradeAt) => ({ cash: 1, shares: 1, firstTradeAt }))
    fc.assert(
      fc.property(
        fc.array(anyContestant, { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        anyPrice,
        (records, keys, price) => {
          const all = records.map(({ cash, shares, firstTradeAt }, id) =>
            contestant(id, cash, { AAPL: shares }, firstTradeAt),
          )
          const shuffled = all
            .map((one) => ({ one, key: keys.next().value ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ one }) => one)
          const places = ranked(shuffled, () => price)
          expect(places).toEqual(ranked(all, () => price))
          expect(places.map(({ rank }) => rank)).toEqual(places.map((_, index) => index + 1))
        },
      ),
      { examples: [[equals, fc.stream([2, 1, 0].values()), cents(1)]] },
    )
  })

  test('by value is one by return: a cent more is always a higher percentage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_00 }), (value) => {
        const [less, more] = [value, value + 1].map(
          (one) => returnSince(openStartingCash, cents(one)).percent,
        )
        expect(more).toBeGreaterThan(less ?? Number.NaN)
      }),
      { examples: [[0], [openStartingCash - 1], [openStartingCash], [100_000_000_00]] },
    )
    expect(returnSince(openStartingCash, openStartingCash).percent).toBe(0)
  })
})
