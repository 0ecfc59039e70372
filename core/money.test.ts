// Properties, and worked examples of each rounding, because properties do not detect a wrong rounding.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cents,
  formatGain,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatShares,
  fromDollars,
  percent,
  share,
  times,
  toDollars,
} from './money.ts'

const anyCents = fc.maxSafeInteger().map(cents)
// The range in which a JSON number is exact to the cent.
const wireCents = fc.integer({ min: -(2 ** 52), max: 2 ** 52 }).map(cents)

describe('cents', () => {
  it.each([0.5, Number.NaN, Infinity, 2 ** 53, -(2 ** 53)])('refuses %d', (amount) => {
    expect(() => cents(amount)).toThrow(RangeError)
  })

  it('takes everything up to the last whole number, and knows one zero only', () => {
    expect(cents(2 ** 53 - 1)).toBe(9_007_199_254_740_991)
    expect(cents(-0)).toBe(0)
  })
})

describe('dollars', () => {
  it.each([
    [1.005, 101],
    [8.165, 817],
    [-1.005, -101],
    ['1.005', 101],
    ['-8.165', -817],
    [0.1 + 0.2, 30],
    [1.0049999, 100],
    [0.005, 1],
    [-0.005, -1],
    [-0.004, 0],
    [1e-7, 0],
    [189.12, 18_912],
    ['189.1200000000', 18_912],
    ['5e2', 50_000],
    [10_000, 1_000_000],
    [90_071_992_547_409, 9_007_199_254_740_900],
  ])('%s becomes %d cents', (dollars, expected) => {
    expect(fromDollars(dollars)).toBe(expected)
  })

  it.each(['', ' ', 'abc', '1,000', '$5', '1.2.3', '0x10', '.5', '1e-1000'])(
    'refuses the text %j',
    (dollars) => {
      expect(() => fromDollars(dollars)).toThrow(RangeError)
    },
  )

  it.each([Number.NaN, Infinity, 1e300])('refuses the number %d', (dollars) => {
    expect(() => fromDollars(dollars)).toThrow(RangeError)
  })

  it('go out and come back unchanged, with at most two decimals on the way', () => {
    fc.assert(
      fc.property(wireCents, (amount) => {
        expect(String(toDollars(amount))).toMatch(/^-?\d+(\.\d{1,2})?$/)
        expect(fromDollars(toDollars(amount))).toBe(amount)
        expect(fromDollars(String(toDollars(amount)))).toBe(amount)
      }),
      { examples: [0, 1, -1, 99, 2 ** 52, -(2 ** 52)].map((amount) => [cents(amount)]) },
    )
  })

  it('mean the same as a number and as its text, also around half a cent', () => {
    const aroundHalf = fc
      .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.double({ min: -2e-8, max: 2e-8, noNaN: true }))
      .map(([halves, off]) => halves / 200 + off)
    const any = fc.oneof(aroundHalf, fc.double({ min: -2e7, max: 2e7, noNaN: true }))
    fc.assert(
      fc.property(any, (dollars) => {
        expect(fromDollars(dollars)).toBe(fromDollars(String(dollars)))
      }),
      { numRuns: 2_000, examples: [[1.005], [0.145], [-1.005], [5e-3], [1e-7], [-0]] },
    )
  })

  it('round a loss like the gain of the same size', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (dollars) => {
        expect(fromDollars(-dollars)).toBe(0 - fromDollars(dollars))
      }),
      { examples: [[0], [0.005], [1.005], [1e12]] },
    )
  })
})

describe('times', () => {
  it('multiplies a price by a number of shares', () => {
    expect(times(cents(18_912), 5)).toBe(94_560)
    expect(times(cents(18_912), 0)).toBe(0)
  })

  it('refuses a fraction of a share and a product that has lost its last digits', () => {
    expect(() => times(cents(100), 0.5)).toThrow(RangeError)
    expect(() => times(cents(2 ** 52), 3)).toThrow(RangeError)
  })
})

describe('share', () => {
  it.each([
    [1000, 1, 3, 333],
    [1000, 2, 3, 667],
    [5, 1, 2, 3],
    [-5, 1, 2, -3],
    [100, 1, 201, 0],
    [100, 1, 200, 1],
    [2 ** 53 - 1, 999_999, 1_000_000, 9_007_190_247_541_736],
    [2 ** 53 - 1, 7, 7, 2 ** 53 - 1],
  ])('of %d for %d of %d is %d', (cost, part, of, expected) => {
    expect(share(cents(cost), part, of)).toBe(expected)
  })

  it('refuses a share of nothing and of fractions', () => {
    expect(() => share(cents(100), 1, 0)).toThrow(RangeError)
    expect(() => share(cents(100), 0.5, 2)).toThrow(RangeError)
  })

  it('is all of the cost for all of the shares, and off by half a cent at most', () => {
    const quantity = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(anyCents, quantity, quantity, (cost, a, b) => {
        const [part, of] = a < b ? [a, b] : [b, a]
        expect(share(cost, of, of)).toBe(cost)
        const error = BigInt(share(cost, part, of)) * BigInt(of) - BigInt(cost) * BigInt(part)
        expect(2n * (error < 0n ? -error : error)).toBeLessThanOrEqual(BigInt(of))
      }),
      {
        // Half a cent, also negative, and a product beyond 2^53.
        examples: [
          [cents(1), 1, 2],
          [cents(-1), 1, 2],
          [cents(Number.MAX_SAFE_INTEGER), 999_999, 1_000_000],
        ],
      },
    )
  })
})

describe('percent', () => {
  it.each([
    [123_45, 10_000_00, 1.2345],
    [-814_00, 10_000_00, -8.14],
    [1, 3, 33.3333],
    [2, 3, 66.6667],
    [1, 2_000_000, 0.0001],
    [-1, 2_000_000, -0.0001],
    [1, 2_000_001, 0],
    [-1, 2_000_001, 0],
    [0, 5, 0],
    [2 ** 53 - 1, 2 ** 53 - 1, 100],
  ])('%d of %d is %d', (part, of, expected) => {
    expect(percent(cents(part), cents(of))).toBe(expected)
  })

  it('refuses a percentage of nothing', () => {
    expect(() => percent(cents(1), cents(0))).toThrow(RangeError)
  })
})

describe('words', () => {
  it.each([
    [0, '$0.00', '+$0.00'],
    [5, '$0.05', '+$0.05'],
    [1_234_50, '$1,234.50', '+$1,234.50'],
    [1_000_000_00, '$1,000,000.00', '+$1,000,000.00'],
    [999_99, '$999.99', '+$999.99'],
    [-12_30, '−$12.30', '−$12.30'],
    [-1_234_50, '−$1,234.50', '−$1,234.50'],
    [2 ** 53 - 1, '$90,071,992,547,409.91', '+$90,071,992,547,409.91'],
  ])('of %d cents are %s and, as a gain, %s', (amount, money, gain) => {
    expect(formatMoney(cents(amount))).toBe(money)
    expect(formatGain(cents(amount))).toBe(gain)
  })

  it.each([
    [1.2, undefined, '+1.20%'],
    [1.2345, undefined, '+1.23%'],
    [-8.14, 2, '−8.14%'],
    [0, 2, '+0.00%'],
    [-0, 2, '+0.00%'],
    [-0.0049, 2, '0.00%'],
    [-0.005, 2, '−0.01%'],
    [1.005, 2, '+1.01%'],
    [0.25, 1, '+0.3%'],
    [-0.04, 1, '0.0%'],
    [99.5, 0, '+100%'],
    [1e-7, 2, '+0.00%'],
    [12_345.678, 2, '+12,345.68%'],
  ])('of %d percent with %s digits are %s', (value, digits, expected) => {
    expect(formatPercent(value, digits)).toBe(expected)
  })

  it.each([
    [0, -1, '0.00%'],
    [0, 0, '+0.00%'],
    [0, 1, '+0.00%'],
    [-8.14, -1, '−8.14%'],
  ])('of %d percent beside %d cents are %s', (value, amount, expected) => {
    expect(formatPercent(value, 2, cents(amount))).toBe(expected)
  })

  it.each([
    [1, '1'],
    [999, '999'],
    [1_000, '1,000'],
    [1_000_000, '1,000,000'],
    [-3, '−3'],
  ])('of %d shares are %s', (quantity, expected) => {
    expect(formatQuantity(quantity)).toBe(expected)
  })

  it.each([
    [1, '1 share'],
    [2_000, '2,000 shares'],
    [0, '0 shares'],
    [1.5, 'shares'],
    [Number.NaN, 'shares'],
  ])('of %d with their noun are %s', (quantity, expected) => {
    expect(formatShares(quantity)).toBe(expected)
  })

  it('hold every cent of any amount', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(Number(formatMoney(amount).replace('−', '-').replace(/[$,.]/g, ''))).toBe(amount)
      }),
      {
        examples: [0, 5, -5, 99_999, 100_000, Number.MAX_SAFE_INTEGER].map((n) => [cents(n)]),
      },
    )
  })
})
