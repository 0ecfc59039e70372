import { describe, expect, it } from 'vitest'

import { cents } from './money.ts'
import { decide, type Circumstances, type ConditionalOrder } from './order.ts'
import { expiryOf, isMet, reservedFor } from './waiting-order.ts'

/** A Monday at noon in New York. */
const noon = Date.parse('2026-03-09T16:00:00Z')
const minuteMs = 60_000

const pricesAt = (bid: number, ask: number) => ({
  price: cents(bid),
  bid: cents(bid),
  ask: cents(ask),
})

const order = (changes: Partial<ConditionalOrder> = {}): ConditionalOrder => ({
  side: 'BUY',
  ticker: 'AAPL',
  quantity: 5,
  condition: { kind: 'limit', price: cents(180_00) },
  arrivedAt: noon,
  ...changes,
})

const circumstances = (
  [bid, ask]: readonly [number, number],
  changes: Partial<Circumstances> = {},
): Circumstances => ({
  cash: cents(10_000_00),
  position: { quantity: 8, cost: cents(800_00) },
  quote: { ticker: 'AAPL', ...pricesAt(bid, ask), at: noon },
  hours: 'nyse',
  at: noon,
  ...changes,
})

const stop = (price: number): Partial<ConditionalOrder> => ({
  side: 'SELL',
  condition: { kind: 'stop', price: cents(price) },
})

const limitSell = (price: number): Partial<ConditionalOrder> => ({
  side: 'SELL',
  condition: { kind: 'limit', price: cents(price) },
})

const waits = { waits: true }

describe('a condition', () => {
  it.each([
    ['BUY', 'limit', 180_00, [179_98, 180_00], true],
    ['BUY', 'limit', 180_00, [179_99, 180_01], false],
    ['SELL', 'limit', 180_00, [180_00, 180_02], true],
    ['SELL', 'limit', 180_00, [179_99, 180_01], false],
    ['SELL', 'stop', 180_00, [180_00, 180_02], true],
    ['SELL', 'stop', 180_00, [150_00, 150_02], true],
    ['SELL', 'stop', 180_00, [180_01, 180_03], false],
  ] as const)(
    'to %s by a %s at %i goes by the side of the price: %j',
    (side, kind, price, [bid, ask], met) => {
      expect(isMet(side, { kind, price: cents(price) }, pricesAt(bid, ask))).toBe(met)
    },
  )

  it('holds the cash of a buy at its limit, and the shares of a sale', () => {
    expect(reservedFor('BUY', 5, cents(180_00))).toEqual({ cash: 900_00, shares: 0 })
    expect(reservedFor('SELL', 5, cents(180_00))).toEqual({ cash: 0, shares: 5 })
  })
})

describe('an order with a condition', () => {
  it('is a trade at the price of the moment where it is met, never worse than its limit', () => {
    expect(decide(order(), circumstances([179_50, 179_52]))).toMatchObject({
      trade: { type: 'BUY', price: 179_52 },
    })
    expect(decide(order(limitSell(180_00)), circumstances([181_00, 181_02]))).toMatchObject({
      trade: { type: 'SELL', price: 181_00, cost: 500_00 },
    })
  })

  it('sells at whatever the price is once a stop is reached', () => {
    expect(decide(order(stop(180_00)), circumstances([150_00, 150_02]))).toMatchObject({
      trade: { type: 'SELL', price: 150_00 },
    })
  })

  it.each([
    ['is not met', {}, [180_00, 180_01] as const, {}],
    [
      'comes while the market is closed',
      {},
      [150_00, 150_01] as const,
      { at: noon + 12 * 60 * minuteMs },
    ],
    ['finds no price', {}, [0, 0] as const, { quote: null }],
    [
      'finds a price that is older than two minutes',
      {},
      [150_00, 150_01] as const,
      { at: noon + 3 * minuteMs },
    ],
    ['waits since the moment of the price', { waitingSince: noon }, [150_00, 150_01] as const, {}],
  ])('waits where it %s', (_why, changes, sides, more) => {
    expect(decide(order(changes), circumstances(sides, more))).toEqual(waits)
  })

  it('waits for a price of a provider that was asked for after it was placed', () => {
    const quote = { ticker: 'AAPL', ...pricesAt(150_00, 150_02), at: noon - minuteMs } as const
    const asked = (askedAt: number) => circumstances([0, 0], { quote: { ...quote, askedAt } })
    expect(decide(order({ waitingSince: noon }), asked(noon - 1))).toEqual(waits)
    expect(decide(order({ waitingSince: noon }), asked(noon))).toMatchObject({
      trade: { price: 150_02 },
    })
  })

  it('needs what it would hold, and what others hold is not there for it', () => {
    const far = [200_00, 200_02] as const
    expect(decide(order(), circumstances(far, { cash: cents(900_00) }))).toEqual(waits)
    expect(decide(order(), circumstances(far, { cash: cents(899_99) }))).toEqual({
      refusal: { code: 'insufficient_cash', need: 900_00, have: 899_99, free: 899_99 },
    })
    const reserved = { cash: cents(9_100_01), shares: 4 }
    expect(decide(order(), circumstances(far, { reserved }))).toMatchObject({
      refusal: { code: 'insufficient_cash', have: 10_000_00, free: 899_99 },
    })
    expect(decide(order(stop(100_00)), circumstances(far, { reserved }))).toEqual({
      refusal: { code: 'insufficient_shares', ticker: 'AAPL', have: 8, free: 4 },
    })
  })

  it('leaves an order for now only what is free', () => {
    const reserved = { cash: cents(0), shares: 4 }
    const sale = {
      side: 'SELL',
      ticker: 'AAPL',
      quantity: 5,
      expectedPrice: cents(180_00),
    } as const
    expect(decide(sale, circumstances([180_00, 180_00], { reserved }))).toEqual({
      refusal: { code: 'insufficient_shares', ticker: 'AAPL', have: 8, free: 4 },
    })
  })
})

describe('an order that waits', () => {
  it.each([
    ['in a session', 'nyse', '2026-03-09T16:00:00Z', '2026-03-09T20:00:00.000Z'],
    ['at the bell', 'nyse', '2026-03-09T20:00:00Z', '2026-03-10T20:00:00.000Z'],
    ['on a Saturday', 'nyse', '2026-03-14T16:00:00Z', '2026-03-16T20:00:00.000Z'],
    ['on a short day', 'nyse', '2026-11-27T15:00:00Z', '2026-11-27T18:00:00.000Z'],
    ['where the market never closes', 'always', '2026-03-14T16:00:00Z', '2026-03-15T04:00:00.000Z'],
  ] as const)('for the day, placed %s, ends with the session', (_when, hours, placed, end) => {
    expect(new Date(expiryOf('day', Date.parse(placed), hours)).toISOString()).toBe(end)
  })

  it('until it is cancelled ends after ninety days', () => {
    expect(expiryOf('gtc', noon, 'nyse')).toBe(noon + 90 * 86_400_000)
  })
})
