// The value of holdings, with the rounding of averages and percentages worked by hand.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { openStartingCash } from './contest.ts'
import { openBooks, type Portfolio } from './ledger.ts'
import { cents, type Cents } from './money.ts'
import { portfolioOf } from './testing/fold.ts'
import { anyPrice, anySteps, rareSteps, someTickers, type Step } from './testing/random-account.ts'
import { story, storyPrices } from './testing/story.ts'
import type { Ticker } from './tickers.ts'
import { returnSince, valuationOf, type Valuation } from './valuation.ts'

function valued(portfolio: Portfolio, prices: ReadonlyMap<Ticker, Cents>): Valuation {
  const valuation = valuationOf(portfolio, (ticker) => prices.get(ticker) ?? null)
  if ('missing' in valuation) throw new Error(`${valuation.missing} has no price`)
  return valuation
}

const holdingOf = (quantity: number, cost: number, price: number) =>
  valued(
    { cash: cents(0), positions: new Map([['AAPL', { quantity, cost: cents(cost) }]]) },
    new Map([['AAPL', cents(price)]]),
  ).holdings[0]

describe('a portfolio', () => {
  it('of cash alone is worth its cash', () => {
    expect(valued(portfolioOf([]), new Map())).toEqual({
      cash: 10_000_00,
      holdings: [],
      total: 10_000_00,
    })
  })

  it('at the end of the story is worth what is worked by hand', () => {
    const { cash, holdings, total } = valued(portfolioOf(story), storyPrices)
    expect([cash, total]).toEqual([8_645_06, 10_086_26])
    expect(holdings.map((holding) => Object.values(holding))).toEqual(
      expect.arrayContaining([
        // 5.73 / 187.27 is 3.05975…%.
        ['AAPL', 1, 187_27, 193_00, 193_00, 5_73, 3.0598],
        // 963.92 / 12 is 80.3266…, 46.48 / 963.92 is 4.82197…%.
        ['NVDA', 12, 80_33, 84_20, 1_010_40, 46_48, 4.822],
        // 5.56 / 243.36 is 2.28468…%.
        ['LYFT', 2, 121_68, 118_90, 237_80, -5_56, -2.2847],
      ]),
    )
    expect(holdings).toHaveLength(3)
  })

  it('without a price names the stock and guesses nothing', () => {
    const portfolio = portfolioOf(story)
    const without = (missing: Ticker) => (ticker: Ticker) =>
      ticker === missing ? null : (storyPrices.get(ticker) ?? null)
    expect(valuationOf(portfolio, without('NVDA'))).toEqual({ missing: 'NVDA' })
    // The price of a stock that is not held, such as a sold one, is not needed.
    expect(valuationOf(portfolio, without('MSFT'))).toHaveProperty('total', 10_086_26)
  })
})

describe('a holding', () => {
  it.each([
    // The average is for display only: 3 shares for 10.00 are 3.33 each, and still cost 10.00.
    [3, 10_00, 3_33, { averagePrice: 3_33, value: 9_99, gain: -1, gainPercent: -0.1 }],
    [2, 374_55, 187_28, { averagePrice: 187_28, value: 374_56, gain: 1, gainPercent: 0.0027 }],
    [
      1_000_000,
      10_000_00,
      1_000_000_00,
      { averagePrice: 1, value: 100_000_000_000_000, gainPercent: 9_999_999_900 },
    ],
    // After a split and a sale a position can be left without cost.
    [5, 0, 2, { averagePrice: 0, value: 10, gain: 10, gainPercent: 0 }],
    [7, 700, 100, { averagePrice: 100, value: 700, gain: 0, gainPercent: 0 }],
  ])('of %d shares for %d at %d', (quantity, cost, price, expected) => {
    expect(holdingOf(quantity, cost, price)).toMatchObject(expected)
  })
})

describe('a return', () => {
  it.each([
    [10_000_00, 10_086_26, 86_26, 0.8626],
    [10_000_00, 9_913_74, -86_26, -0.8626],
    [10_000_00, 10_000_00, 0, 0],
    [9_876_54, 10_000_00, 123_46, 1.25],
    [10_000_00, 0, -10_000_00, -100],
    // A start value of zero has no percentage.
    [0, 5, 5, 0],
  ])('from %d to %d is %d, %d percent', (start, value, amount, percent) => {
    expect(returnSince(cents(start), cents(value))).toEqual({ amount, percent })
  })

  it('in all is counted from ten grand', () => {
    expect(returnSince(openStartingCash, cents(11_234_56))).toEqual({
      amount: 1_234_56,
      percent: 12.3456,
    })
  })
})

function realizedByTicker(steps: readonly Step[]): ReadonlyMap<Ticker, number> {
  const gains = new Map<Ticker, number>()
  for (const { entry, realized } of steps) {
    if (entry.type === 'BUY') continue
    gains.set(entry.ticker, (gains.get(entry.ticker) ?? 0) + Number(realized))
  }
  return gains
}

describe('any account', () => {
  it('is worth ten grand and its realized and unrealized gains, to the cent', () => {
    const anyPrices = fc.tuple(anyPrice, anyPrice, anyPrice)
    fc.assert(
      fc.property(anySteps, anyPrices, (steps, given) => {
        const prices = new Map(given.map((price, index) => [someTickers[index] ?? 'AAPL', price]))
        const books = openBooks(openStartingCash)
        for (const { entry } of steps) books.add(entry)
        const { cash, holdings, total } = valued(books.portfolio(), prices)
        const realized = steps.reduce((sum, step) => sum + step.realized, 0n)
        const unrealized = holdings.reduce((sum, { gain }) => sum + BigInt(gain), 0n)
        expect(BigInt(total)).toBe(10_000_00n + realized + unrealized)
        // The books have the same gain for each stock, and no gain for a stock that was only bought.
        expect(books.realized()).toEqual(realizedByTicker(steps))
        expect(total).toBe(holdings.reduce((sum, { value }) => sum + value, Number(cash)))
      }),
      { numRuns: 500, examples: [[rareSteps, [cents(1), cents(1), cents(1)]]] },
    )
  })
})
