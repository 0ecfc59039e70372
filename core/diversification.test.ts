// How a portfolio is split: worked examples, and shares that add up whatever the values are.
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { bySector, diversificationOf, sectorCount, sharesOf, type Held } from './diversification.ts'
import { cents, type Cents } from './money.ts'
import { isTicker, tickers } from './tickers.ts'

const valuesOf = (...dollars: number[]): Cents[] => dollars.map((each) => cents(each * 100))

describe('the shares of a whole', () => {
  it.each([
    { of: [6000, 4000], are: [60, 40] },
    { of: [1, 1, 1], are: [33.4, 33.3, 33.3] },
    { of: [2, 1], are: [66.7, 33.3] },
    { of: [9999, 1], are: [100, 0] },
    { of: [5], are: [100] },
    { of: [0, 0], are: [0, 0] },
    { of: [], are: [] },
  ])('of $of are $are', ({ of, are }) => {
    expect(sharesOf(valuesOf(...of))).toEqual(are)
  })

  it('add up to 100, are in the order of the values, and are never off by a tenth', () => {
    const anyValues = fc
      .array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 17 })
      .filter((values) => values.some((value) => value > 0))
    fc.assert(
      fc.property(anyValues, (values) => {
        const shares = sharesOf(values.map(cents))
        const total = values.reduce((sum, value) => sum + value, 0)
        // In tenths, because sums of decimals are not exact in binary.
        expect(shares.reduce((sum, share) => sum + Math.round(share * 10), 0)).toBe(1000)
        values.forEach((value, index) => {
          expect(Math.abs((shares[index] ?? 0) - (value / total) * 100)).toBeLessThan(0.1)
        })
        const largestFirst = [...values.keys()].toSorted(
          (a, b) => (values[b] ?? 0) - (values[a] ?? 0),
        )
        const inOrder = largestFirst.map((index) => shares[index] ?? 0)
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => b - a))
      }),
    )
  })
})

describe('a sector', () => {
  it('has the sum of its stocks, the largest first', () => {
    expect(
      bySector([
        { ticker: 'UBER', value: cents(300_00) },
        { ticker: 'AAPL', value: cents(400_00) },
        { ticker: 'LYFT', value: cents(250_00) },
        { ticker: 'MSFT', value: cents(100_00) },
      ]),
    ).toEqual([
      { sector: 'Industrials', value: 550_00, tickers: ['UBER', 'LYFT'] },
      { sector: 'Information Technology', value: 500_00, tickers: ['AAPL', 'MSFT'] },
    ])
  })

  it('of two that are equal comes by its name', () => {
    expect(
      bySector([
        { ticker: 'PYPL', value: cents(100_00) },
        { ticker: 'TSLA', value: cents(100_00) },
      ]).map(({ sector }) => sector),
    ).toEqual(['Consumer Discretionary', 'Financials'])
    expect(bySector([])).toEqual([])
  })

  it('is one of five here', () => {
    expect(sectorCount).toBe(5)
  })
})

const held = (dollars: Readonly<Record<string, number>>): Held[] =>
  Object.entries(dollars).flatMap(([ticker, value]) =>
    isTicker(ticker) ? [{ ticker, value: cents(value * 100) }] : [],
  )
const of = (cash: number, dollars: Readonly<Record<string, number>>) =>
  diversificationOf(cents(cash * 100), held(dollars))

describe('a portfolio', () => {
  it('without a stock has nothing to be told about', () => {
    expect(of(10_000, {})).toEqual({ kind: 'nothing held' })
    expect(of(0, {})).toEqual({ kind: 'nothing held' })
  })

  it('with more than half in cash is mostly cash', () => {
    expect(of(8200, { AAPL: 1800 })).toEqual({ kind: 'mostly cash', percent: 82 })
    expect(of(5000, { AAPL: 5000 }).kind).not.toBe('mostly cash')
  })

  it('with more than half in a stock is mostly that stock', () => {
    expect(of(1000, { UBER: 2600, NVDA: 6400 })).toEqual({
      kind: 'mostly one stock',
      ticker: 'NVDA',
      percent: 64,
    })
    expect(of(0, { UBER: 5000, NVDA: 5000 }).kind).toBe('one sector leads')
  })

  it('with more than half of its stocks in a sector is led by that sector', () => {
    expect(of(900, { AAPL: 4000, MSFT: 3100, UBER: 1000, PYPL: 1000 })).toEqual({
      kind: 'one sector leads',
      sector: 'Information Technology',
      percent: 71,
    })
  })

  it('is not well spread by cash, or in fewer than three sectors', () => {
    expect(of(4800, { AAPL: 4500, UBER: 400, PYPL: 300 })).toEqual({
      kind: 'one sector leads',
      sector: 'Information Technology',
      percent: 45,
    })
    expect(of(0, { UBER: 2500, LYFT: 2500, AAPL: 2500, MSFT: 2500 }).kind).toBe('one sector leads')
  })

  it('of three sectors or more, none with over half of what is invested, is well spread', () => {
    expect(of(1000, { AAPL: 2000, MSFT: 2500, UBER: 2500, PYPL: 2000 })).toEqual({
      kind: 'well spread',
      sectors: 3,
    })
  })

  it('has all in one place only where there is nothing else', () => {
    expect(of(0, { NVDA: 100 })).toMatchObject({ percent: 100 })
    expect(of(1, { NVDA: 9999 })).toMatchObject({ percent: 99 })
    expect(of(9999, { NVDA: 1 })).toMatchObject({ kind: 'mostly cash', percent: 99 })
  })
})

test('any part that the tip names has a percentage of its own', () => {
  const anyHeld = fc.uniqueArray(
    fc.record({
      ticker: fc.constantFrom(...tickers),
      value: fc.integer({ min: 1, max: 1e9 }).map(cents),
    }),
    { selector: ({ ticker }) => ticker, minLength: 1 },
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }).map(cents), anyHeld, (cash, stocks) => {
      const fact = diversificationOf(cash, stocks)
      const least = fact.kind === 'one sector leads' ? 1 : 50
      const percent = 'percent' in fact ? fact.percent : 50
      expect(percent).toBe(Math.round(percent))
      expect(percent).toBeGreaterThanOrEqual(least)
      expect(percent).toBeLessThanOrEqual(100)
      expect(fact.kind).not.toBe('nothing held')
    }),
  )
})
