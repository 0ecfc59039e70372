// The rules of orders, with each limit tested from both sides.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { minuteMs } from './day.ts'
import { afterEntry, nothing } from './ledger.ts'
import { cents } from './money.ts'
import { decide, isQuantity, quantityMax, type Circumstances, type Order } from './order.ts'
import { tickers } from './tickers.ts'

// A Monday at noon in New York.
const noon = Date.parse('2026-01-05T12:00-05:00')

const order = (changes: Partial<Order> = {}): Order => ({
  side: 'BUY',
  ticker: 'AAPL',
  quantity: 5,
  expectedPrice: cents(189_12),
  ...changes,
})

const circumstances = (changes: Partial<Circumstances> = {}): Circumstances => ({
  cash: cents(10_000_00),
  position: nothing,
  ...quoteAt(189_12),
  hours: 'nyse',
  at: noon,
  ...changes,
})

/** A quote without a spread by default. */
const quoteAt = (price: number, at = noon, bid = price, ask = price) => ({
  quote: { ticker: 'AAPL', price: cents(price), bid: cents(bid), ask: cents(ask), at } as const,
})

const codeOf = (decision: ReturnType<typeof decide>): string => {
  if ('waits' in decision) return 'waits'
  return 'trade' in decision ? 'trade' : decision.refusal.code
}

describe('an order that is in order', () => {
  it('becomes a trade at the price of the market, not at the one that was seen', () => {
    expect(decide(order({ expectedPrice: cents(190_00) }), circumstances())).toEqual({
      trade: { type: 'BUY', ticker: 'AAPL', quantity: 5, price: 189_12, at: noon, cost: 0 },
    })
  })

  it('to sell becomes a trade that says which cost leaves with the shares', () => {
    const held = circumstances({ cash: cents(0), position: { quantity: 7, cost: cents(900_00) } })
    expect(decide(order({ side: 'SELL' }), held)).toEqual({
      trade: { type: 'SELL', ticker: 'AAPL', quantity: 5, price: 189_12, at: noon, cost: 642_86 },
    })
  })

  it('may take the last cent and the last share', () => {
    expect(codeOf(decide(order(), circumstances({ cash: cents(945_60) })))).toBe('trade')
    const held = circumstances({ position: { quantity: 5, cost: cents(1) } })
    expect(codeOf(decide(order({ side: 'SELL' }), held))).toBe('trade')
  })
})

describe('the two sides of a price', () => {
  const held = { position: { quantity: 5, cost: cents(1) } }
  const spread = quoteAt(27_04, noon, 27_04, 27_05)

  it('are what a buy costs and what a sale brings', () => {
    const buy = decide(order({ expectedPrice: cents(27_04) }), circumstances(spread))
    expect(buy).toMatchObject({ trade: { price: 27_05 } })
    const sell = order({ side: 'SELL', expectedPrice: cents(27_04) })
    expect(decide(sell, circumstances({ ...spread, ...held }))).toMatchObject({
      trade: { price: 27_04 },
    })
  })

  it('each guard and limit their own orders', () => {
    const wide = quoteAt(100_00, noon, 98_00, 102_00)
    const buy = order({ expectedPrice: cents(100_00) })
    expect(decide(buy, circumstances(wide))).toEqual({
      refusal: { code: 'price_moved', ticker: 'AAPL', price: 102_00 },
    })
    expect(decide({ ...buy, side: 'SELL' }, circumstances({ ...wide, ...held }))).toEqual({
      refusal: { code: 'price_moved', ticker: 'AAPL', price: 98_00 },
    })
    const poor = circumstances({ ...spread, cash: cents(5 * 27_05 - 1) })
    expect(decide(order({ expectedPrice: cents(27_04) }), poor)).toMatchObject({
      refusal: { code: 'insufficient_cash', need: 5 * 27_05 },
    })
  })
})

describe('means', () => {
  it('a cent too little is not enough', () => {
    expect(decide(order(), circumstances({ cash: cents(945_59) }))).toEqual({
      refusal: { code: 'insufficient_cash', need: 945_60, have: 945_59, free: 945_59 },
    })
  })

  it('a share too few is not enough', () => {
    const held = circumstances({ position: { quantity: 4, cost: cents(1) } })
    expect(decide(order({ side: 'SELL' }), held)).toEqual({
      refusal: { code: 'insufficient_shares', ticker: 'AAPL', have: 4, free: 4 },
    })
    expect(codeOf(decide(order({ side: 'SELL' }), circumstances()))).toBe('insufficient_shares')
  })

  it('to buy needs no shares, and to sell needs no cash', () => {
    const penniless = circumstances({ cash: cents(0), position: { quantity: 5, cost: cents(1) } })
    expect(codeOf(decide(order({ side: 'SELL' }), penniless))).toBe('trade')
    expect(codeOf(decide(order(), penniless))).toBe('insufficient_cash')
  })

  it('the largest order at the highest price is counted to the cent', () => {
    const largest = order({ quantity: 1_000_000, expectedPrice: cents(1_000_000_00) })
    expect(decide(largest, circumstances(quoteAt(999_999_99)))).toEqual({
      refusal: {
        code: 'insufficient_cash',
        need: 99_999_999_000_000,
        have: 10_000_00,
        free: 10_000_00,
      },
    })
  })
})

describe('a quantity', () => {
  it.each([1, 2, 999_999, 1_000_000])('may be %d', (quantity) => {
    expect(isQuantity(quantity)).toBe(true)
  })

  it.each([0, -0, -1, 0.5, 1.5, 1_000_001, 1e21, Number.NaN, Infinity, -Infinity])(
    'of %d is refused, whatever else is wrong',
    (quantity) => {
      expect(isQuantity(quantity)).toBe(false)
      expect(decide(order({ quantity }), circumstances({ quote: null }))).toEqual({
        refusal: { code: 'invalid_quantity' },
      })
    },
  )

  it('has a limit that can be named', () => {
    expect(quantityMax).toBe(1_000_000)
  })
})

describe('a price that has moved', () => {
  // 1 % of the expected price: of 200.00 it is 2.00; of 189.12 it is 1.8912, so 1.89 is within and 1.90 is not.
  it.each([
    [200_00, 202_00, 'trade'],
    [200_00, 202_01, 'price_moved'],
    [200_00, 198_00, 'trade'],
    [200_00, 197_99, 'price_moved'],
    [189_12, 191_01, 'trade'],
    [189_12, 191_02, 'price_moved'],
    [189_12, 187_23, 'trade'],
    [189_12, 187_22, 'price_moved'],
    // A difference of two cents is allowed, however cheap the stock; three cents are a move.
    [1_50, 1_52, 'trade'],
    [1_50, 1_53, 'price_moved'],
    [1_50, 1_48, 'trade'],
    [1_50, 1_47, 'price_moved'],
    [99, 100, 'trade'],
    [1_00, 1_01, 'trade'],
    [1_00, 99, 'trade'],
    [1, 1, 'trade'],
    [1, 2, 'trade'],
    [1, 3, 'trade'],
    [1, 4, 'price_moved'],
    // Impossible prices.
    [0, 3, 'price_moved'],
    [-200_00, 200_00, 'price_moved'],
    [2 ** 53 - 1, 200_00, 'price_moved'],
    [-(2 ** 53 - 1), 200_00, 'price_moved'],
  ])('seen %d, now %d: %s', (seen, price, code) => {
    const rich = circumstances({ ...quoteAt(price), cash: cents(1_000_000_00) })
    const sellers = { ...rich, position: { quantity: 5, cost: cents(1) } }
    expect(codeOf(decide(order({ expectedPrice: cents(seen) }), rich))).toBe(code)
    expect(codeOf(decide(order({ side: 'SELL', expectedPrice: cents(seen) }), sellers))).toBe(code)
  })

  it('is told', () => {
    expect(decide(order({ expectedPrice: cents(180_00) }), circumstances())).toEqual({
      refusal: { code: 'price_moved', ticker: 'AAPL', price: 189_12 },
    })
  })
})

describe('an old price', () => {
  it.each([
    [2 * minuteMs, 'trade'],
    [2 * minuteMs + 1, 'price_stale'],
    [0, 'trade'],
    // The clock of another machine runs ahead.
    [-2_000, 'trade'],
  ])('of %d ms: %s', (ageMs, code) => {
    expect(codeOf(decide(order(), circumstances(quoteAt(189_12, noon - ageMs))))).toBe(code)
  })

  it.each([
    [2 * minuteMs + 1, 2],
    [42 * minuteMs, 42],
    [43 * minuteMs - 1, 42],
  ])('of %d ms is called %d minutes old', (ageMs, ageMinutes) => {
    expect(decide(order(), circumstances(quoteAt(189_12, noon - ageMs)))).toEqual({
      refusal: { code: 'price_stale', ticker: 'AAPL', ageMinutes },
    })
  })

  it('is refused before it is compared with the one that was seen', () => {
    const old = circumstances(quoteAt(100_00, noon - 16 * minuteMs))
    expect(codeOf(decide(order(), old))).toBe('price_stale')
  })
})

describe('a price that a provider was asked for', () => {
  const askedAt = (at: number) => ({ quote: { ...quoteAt(189_12).quote, askedAt: at } })

  it.each([
    [noon - 1, 'price_stale'],
    [noon, 'trade'],
    [noon + 3_000, 'trade'],
  ])('at %d for an order that arrived at noon: %s', (asked, code) => {
    const met = circumstances({ ...askedAt(asked), at: noon + 4_000 })
    expect(codeOf(decide(order({ arrivedAt: noon }), met))).toBe(code)
  })

  it('before the order is refused without an age, whatever its age', () => {
    const old = { ...askedAt(noon - 1).quote, at: noon - 42 * minuteMs }
    expect(decide(order({ arrivedAt: noon }), circumstances({ quote: old }))).toEqual({
      refusal: { code: 'price_stale', ticker: 'AAPL', ageMinutes: null },
    })
  })

  it.each([
    ['sells what it has not', { side: 'SELL' as const }, 'insufficient_shares'],
    ['costs more than twice the cash', { quantity: 1_000 }, 'insufficient_cash'],
    // The next price may be low enough for the cash.
    ['costs a little more than the cash', { quantity: 60 }, 'price_stale'],
  ])('is not waited for by an order that %s', (_what, hopeless, code) => {
    const met = circumstances({ ...askedAt(noon - 1), cash: cents(10_000_00) })
    expect(codeOf(decide(order({ arrivedAt: noon, ...hopeless }), met))).toBe(code)
  })

  it('is of no use to an order of which nobody knows when it arrived', () => {
    expect(codeOf(decide(order(), circumstances(askedAt(noon + 1))))).toBe('price_stale')
  })

  it('after the order may still be too old, where nobody has traded since', () => {
    const old = { ...askedAt(noon).quote, at: noon - 3 * minuteMs }
    expect(decide(order({ arrivedAt: noon }), circumstances({ quote: old }))).toEqual({
      refusal: { code: 'price_stale', ticker: 'AAPL', ageMinutes: 3 },
    })
  })
})

describe('no price', () => {
  it.each([null, quoteAt(0).quote])('as in %j', (quote) => {
    expect(decide(order({ expectedPrice: cents(0) }), circumstances({ quote }))).toEqual({
      refusal: { code: 'no_price', ticker: 'AAPL' },
    })
  })
})

describe('a closed market', () => {
  it.each([
    ['a night', '2026-01-06T03:00-05:00', 'Tuesday'],
    ['a moment before the open', '2026-01-05T09:29:59.999-05:00', 'Monday'],
    ['the close itself', '2026-01-05T16:00-05:00', 'Tuesday'],
    ['a Friday evening', '2026-01-09T16:00-05:00', 'Monday'],
    ['a Saturday', '2026-01-10T12:00-05:00', 'Monday'],
    ['a Sunday', '2026-01-11T12:00-05:00', 'Monday'],
    ['a weekend before a holiday', '2026-01-17T12:00-05:00', 'Tuesday'],
    ['a holiday', '2026-11-26T12:00-05:00', 'Friday'],
    ['an early close', '2026-11-27T13:00-05:00', 'Monday'],
    ['a Sunday on which the clocks change', '2026-03-08T12:00-04:00', 'Monday'],
  ])('on %s says when it opens', (_case, iso, weekday) => {
    const at = Date.parse(iso)
    expect(decide(order(), circumstances({ ...quoteAt(189_12, at), at }))).toEqual({
      refusal: { code: 'market_closed', opens: `${weekday} at 9:30 AM New York time` },
    })
    // The simulated market is always open.
    const always = circumstances({ ...quoteAt(189_12, at), at, hours: 'always' })
    expect(codeOf(decide(order(), always))).toBe('trade')
  })

  it.each([
    ['the open', '2026-01-05T09:30-05:00'],
    ['the last moment', '2026-01-05T15:59:59.999-05:00'],
    ['the last moment of a short day', '2026-11-27T12:59:59.999-05:00'],
    ['the open after the clocks have changed', '2026-03-09T09:30-04:00'],
  ])('is open at %s', (_case, iso) => {
    const at = Date.parse(iso)
    expect(codeOf(decide(order(), circumstances({ ...quoteAt(189_12, at), at })))).toBe('trade')
  })

  it('is told first, before what the price and the means would say', () => {
    const at = Date.parse('2026-01-10T12:00-05:00')
    const closed = circumstances({ quote: null, cash: cents(0), at })
    expect(codeOf(decide(order(), closed))).toBe('market_closed')
  })
})

describe('any order', () => {
  const anyOrder = fc.record({
    type: fc.constantFrom('BUY', 'SELL'),
    ticker: fc.constantFrom(...tickers),
    quantity: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: -2, max: 20 }) },
      { weight: 1, arbitrary: fc.integer() },
      { weight: 1, arbitrary: fc.double() },
    ),
    // Near the price, so that many orders are executed.
    offBasisPoints: fc.integer({ min: -120, max: 120 }),
  })
  const anyMarket = fc.record({
    price: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -1, max: 500_00 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000_000_00 }) },
    ),
    hours: fc.constantFrom('always', 'nyse'),
    ageMs: fc.integer({ min: -minuteMs, max: 3 * minuteMs }),
    at: fc.integer({ min: noon - 4 * 60 * minuteMs, max: noon + 6 * 60 * minuteMs }),
  })
  const anyMeans = fc.record({
    cash: fc.oneof(fc.nat(10_000_00), fc.nat(10_000_000_00)),
    quantity: fc.oneof(fc.nat(20), fc.nat(10_000_000)),
    cost: fc.nat(10_000_00),
  })

  it('is refused, or becomes a trade that the ledger takes', () => {
    const even = { price: 100_00, hours: 'always', ageMs: 0, at: noon } as const
    const one = { type: 'BUY', ticker: 'AAPL', quantity: 1, offBasisPoints: 0 } as const
    fc.assert(
      fc.property(anyOrder, anyMarket, anyMeans, (plan, market, means) => {
        const { type, ticker, quantity, offBasisPoints } = plan
        const { price, hours, ageMs, at } = market
        const seen = cents(Math.round(price * (1 + offBasisPoints / 10_000)))
        const cost = means.quantity === 0 ? 0 : means.cost
        const holding = {
          cash: cents(means.cash),
          position: { quantity: means.quantity, cost: cents(cost) },
        }
        const decision = decide(
          { side: type, ticker, quantity, expectedPrice: seen },
          { ...holding, quote: { ...quoteAt(price, at - ageMs).quote, ticker }, hours, at },
        )
        fc.pre('trade' in decision)
        const after = afterEntry(holding, decision.trade)
        const { position } = after
        expect(Math.min(after.cash, position.quantity, position.cost)).toBeGreaterThanOrEqual(0)
        expect(position.quantity > 0 || position.cost === 0).toBe(true)
        expect(decision.trade).toMatchObject({ type, ticker, quantity, price, at })
      }),
      {
        numRuns: 300,
        // All of the cash, all of the shares, and the oldest valid price.
        examples: [
          [one, even, { cash: 100_00, quantity: 0, cost: 0 }],
          [{ ...one, type: 'SELL' }, even, { cash: 0, quantity: 1, cost: 100_00 }],
          [one, { ...even, ageMs: 2 * minuteMs }, { cash: 100_00, quantity: 0, cost: 0 }],
        ],
      },
    )
  })
})
