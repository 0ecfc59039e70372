// Net worth by walking back, compared with a slow forward fold, and at the instants where errors are likely.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { addDays, asDay, dayMs, rangeStart, startOfDay, type Day, type Range } from './day.ts'
import { netWorthOf, pricesAt, type Flow, type HistoryFacts, type ValuePoint } from './history.ts'
import type { Entry } from './ledger.ts'
import { cents, type Cents } from './money.ts'
import { sessionOf } from './session.ts'
import { splitLines, type Split } from './split.ts'
import { portfolioOf } from './testing/fold.ts'
import {
  anyPrice,
  anySteps,
  firstInstant,
  rareSteps,
  someTickers,
} from './testing/random-account.ts'
import { heldOf } from './testing/settled.ts'
import { valuationOf } from './valuation.ts'

const at = (iso: string) => Date.parse(iso)

const trade = (type: 'BUY' | 'SELL', quantity: number, price: number, iso: string): Entry => ({
  type,
  ticker: 'AAPL',
  quantity,
  price: cents(price),
  at: at(iso),
  // Histories do not use the cost.
  cost: cents(0),
})

type Prices = HistoryFacts['prices']
type Splits = HistoryFacts['splits']

const pricesOf = (...prices: (number | null)[]): Prices =>
  new Map([['AAPL', prices.map((price) => (price === null ? null : cents(price)))]])

const walk = (
  entries: readonly Entry[],
  instants: readonly number[],
  prices: Prices,
  splits: Splits = [],
): ValuePoint[] => netWorthOf(factsOf(entries, { instants, prices, splits }))

const valuesOf = (points: readonly ValuePoint[]): number[] => points.map(({ value }) => value)

describe('a point', () => {
  const instants = ['15:00Z', '16:00Z', '17:00Z'].map((time) => at(`2026-01-05T${time}`))
  const prices = pricesOf(90_00, 110_00, 120_00)
  const buyAt = (time: string) => [trade('BUY', 10, 100_00, `2026-01-05T${time}`)]

  it.each([
    ['before all instants', '14:00Z', [9_900_00, 10_100_00, 10_200_00]],
    ['on the first', '15:00Z', [9_900_00, 10_100_00, 10_200_00]],
    // Before the first instant there is only cash, so no entry can be lost.
    ['a moment after the first', '15:00:00.001Z', [10_000_00, 10_100_00, 10_200_00]],
    ['on the second', '16:00Z', [10_000_00, 10_100_00, 10_200_00]],
    ['a moment after the second', '16:00:00.001Z', [10_000_00, 10_000_00, 10_200_00]],
    ['on the last', '17:00Z', [10_000_00, 10_000_00, 10_200_00]],
    ['after the last', '17:00:00.001Z', [10_000_00, 10_000_00, 10_000_00]],
  ])('counts a trade made %s', (_case, time, values) => {
    expect(valuesOf(walk(buyAt(time), instants, prices))).toEqual(values)
  })

  it('stands at its instant', () => {
    expect(walk([], instants, prices).map((point) => point.at)).toEqual(instants)
    expect(walk([], [], new Map())).toEqual([])
  })

  it('holds all of what happened since the one before, however much it was', () => {
    const entries = [
      trade('BUY', 10, 100_00, '2026-01-05T15:10Z'),
      trade('SELL', 4, 105_00, '2026-01-05T15:20Z'),
      trade('SELL', 6, 90_00, '2026-01-05T15:30Z'),
      trade('BUY', 2, 95_00, '2026-01-05T15:40Z'),
    ]
    // −1,000.00 + 420.00 + 540.00 − 190.00 is 9,770.00 in cash, and two shares.
    expect(valuesOf(walk(entries, instants, prices))).toEqual([10_000_00, 9_990_00, 10_010_00])
  })

  it('now is the value that the valuation gives', () => {
    const entries = buyAt('15:30Z')
    const valuation = valuationOf(portfolioOf(entries), () => cents(120_00))
    expect(walk(entries, instants, prices).at(-1)).toEqual({
      at: instants[2],
      value: 'missing' in valuation ? null : valuation.total,
    })
  })
})

describe('a price that is missing', () => {
  const instants = [1, 2, 3, 4].map((day) => at(`2026-02-0${day}T21:00Z`))
  const entries = [
    trade('BUY', 1, 100_00, '2026-02-02T15:00Z'),
    trade('SELL', 1, 130_00, '2026-02-04T15:00Z'),
  ]

  it('leaves out the point, and is not needed where nothing is held', () => {
    const points = walk(entries, instants, pricesOf(null, 110_00, null, null))
    expect(points).toEqual([
      { at: instants[0], value: 10_000_00 },
      { at: instants[1], value: 10_010_00 },
      { at: instants[3], value: 10_030_00 },
    ])
  })

  it('of a stock without any leaves the points at which it was not held', () => {
    const points = walk(entries, instants, new Map())
    expect(points.map((point) => point.at)).toEqual([instants[0], instants[3]])
  })
})

describe('a range', () => {
  const now = at('2026-03-31T12:00-04:00')
  const priceAtAll = (instants: readonly number[]) => pricesOf(...instants.map(() => 150_00))

  it.each(['7d', '1m', '6m', 'ytd', '1y', 'all'] as const)(
    '%s of an account some minutes old starts with ten grand',
    (range) => {
      const created = now - 3 * 60_000
      const instants = [rangeStart(range, now, created), now]
      const entries = [trade('BUY', 4, 149_00, new Date(now - 60_000).toISOString())]
      expect(walk(entries, instants, priceAtAll(instants))).toEqual([
        { at: created, value: 10_000_00 },
        { at: now, value: 10_004_00 },
      ])
    },
  )

  it('longer than the account starts with the account', () => {
    const created = at('2026-03-20T09:00-04:00')
    const starts = (['1m', '6m', 'ytd', '1y', 'all'] satisfies Range[]).map((range) =>
      rangeStart(range, now, created),
    )
    expect(new Set(starts)).toEqual(new Set([created]))
  })

  it('shorter than the account starts with what was held then', () => {
    const entries = [
      trade('BUY', 10, 100_00, '2026-03-01T12:00-05:00'),
      trade('SELL', 10, 160_00, '2026-03-27T12:00-04:00'),
    ]
    const instants = [rangeStart('7d', now, 0), now]
    expect(valuesOf(walk(entries, instants, priceAtAll(instants)))).toEqual([10_500_00, 10_600_00])
  })

  it('ytd on the first of January starts at midnight in New York', () => {
    const newYear = at('2026-01-01T10:00-05:00')
    const instants = [rangeStart('ytd', newYear, 0), newYear]
    const entries = [
      trade('BUY', 1, 100_00, '2025-12-31T23:59:59.999-05:00'),
      trade('BUY', 1, 110_00, '2026-01-01T00:00:00.001-05:00'),
    ]
    // One share at 150.00, bought before midnight for 100.00; another one bought after it for 110.00.
    expect(valuesOf(walk(entries, instants, priceAtAll(instants)))).toEqual([10_050_00, 10_090_00])
  })

  it.each([
    // The close is at 21:00 UTC in winter, at 20:00 in summer.
    ['spring', '2026-03-06', '2026-03-09', '2026-03-06T20:30Z', '2026-03-09T20:30Z'],
    ['autumn', '2026-10-30', '2026-11-02', '2026-10-30T20:30Z', '2026-11-02T20:30Z'],
  ] as const)(
    'over the change of the clocks in %s has its closes where they were',
    (season, first, last, fridayTrade, mondayTrade) => {
      const instants = closesBetween(asDay(first), addDays(asDay(last), 1))
      const entries = [trade('BUY', 1, 100_00, fridayTrade), trade('BUY', 1, 100_00, mondayTrade)]
      // Half past eight UTC is before the close in winter and after it in summer.
      expect(valuesOf(walk(entries, instants, priceAtAll(instants)))).toEqual(
        season === 'spring' ? [10_050_00, 10_050_00, 10_100_00] : [10_000_00, 10_100_00, 10_100_00],
      )
    },
  )
})

describe('a split inside the range', () => {
  const splitAt = startOfDay(asDay('2026-03-16'))
  const instants = [splitAt - dayMs, splitAt - 1, splitAt, splitAt + dayMs]
  const split = (numerator: number, denominator: number, price: number): Split => ({
    ticker: 'AAPL',
    ratio: { numerator, denominator },
    at: splitAt,
    price: cents(price),
  })

  /** All prices are per new share, also before the split, because they are stored that way. */
  function valuesAround(of: Split, entries: readonly Entry[]): number[] {
    const [line] = splitLines([of], entries, heldOf(entries, 'AAPL')).lines
    if (line === undefined) throw new Error('The split has made no line.')
    const all = [...entries, line].toSorted((a, b) => a.at - b.at)
    const prices = pricesOf(of.price, of.price, of.price, of.price)
    return valuesOf(walk(all, instants, prices, [of]))
  }

  it.each([
    ['without a rest', split(3, 2, 80_00), 14, 100_00, 10_280_00],
    // 15 old shares of 120.00; then 22 new ones of 80.00 and 40.00 in cash.
    ['with a rest', split(3, 2, 80_00), 15, 100_00, 10_300_00],
    // 22½ times 81.27 is 1,828.575; then 22 times 81.27 and 40.64 in cash.
    ['with half a cent', split(3, 2, 81_27), 15, 120_49, 10_021_23],
    // One old share is 100.005: rounded by itself, it would make 50 dollars out of nothing.
    ['of many shares', split(3, 2, 66_67), 10_000, 1_00, 1_000_050_00],
    // One old share is 10.14 cents, and 100,000 of them are 10,140.00.
    ['that takes shares of some cents', split(1, 50, 5_07), 100_000, 9, 11_140_00],
    // 7 times 1.25125 is 8.75875; then no share and 8.76 in cash.
    ['that leaves no share', split(1, 8, 10_01), 7, 1_00, 10_001_76],
  ])('%s makes no jump', (_case, of, quantity, price, value) => {
    const values = valuesAround(of, [trade('BUY', quantity, price, '2026-03-02T12:00-05:00')])
    expect(values).toEqual([value, value, value, value])
  })

  it('makes no jump either when it is learned after a trade of the day', () => {
    const values = valuesAround(split(3, 2, 80_00), [
      trade('BUY', 15, 100_00, '2026-03-02T12:00-05:00'),
      trade('SELL', 5, 80_00, '2026-03-16T10:00-04:00'),
    ])
    expect(values).toEqual([10_300_00, 10_300_00, 10_300_00, 10_300_00])
  })

  it('and another one count together', () => {
    const [first, second] = [{ ...split(2, 1, 0), at: splitAt - dayMs + 1 }, split(3, 1, 0)]
    const entries: Entry[] = [
      trade('BUY', 10, 120_00, '2026-03-02T12:00-05:00'),
      { ...first, type: 'SPLIT', quantity: 10, cash: cents(0), cost: cents(0) },
      { ...second, type: 'SPLIT', quantity: 40, cash: cents(0), cost: cents(0) },
    ]
    const prices = pricesOf(20_00, 21_00, 22_00, 23_00)
    // 10, 20, 60 and 60 shares, each equivalent to 60 shares of today.
    const expected = [10_000_00, 10_060_00, 10_120_00, 10_180_00]
    expect(valuesOf(walk(entries, instants, prices, [first, second]))).toEqual(expected)
    expect(valuesOf(walk(entries, instants, prices, [second, first]))).toEqual(expected)
  })

  it('of a stock that is not held is no matter', () => {
    const values = valuesOf(walk([], instants, new Map(), [split(3, 2, 80_00)]))
    expect(values).toEqual([10_000_00, 10_000_00, 10_000_00, 10_000_00])
  })
})

describe('prices at instants', () => {
  const points = [
    { at: 10, price: cents(1_00) },
    { at: 20, price: cents(2_00) },
    { at: 21, price: cents(3_00) },
    { at: 40, price: cents(4_00) },
  ]

  it('stand until the next one, and are not known before the first', () => {
    const instants = [9, 10, 11, 20, 30, 39, 40, 1_000]
    expect(pricesAt(points, instants)).toEqual([null, 1_00, 1_00, 2_00, 3_00, 3_00, 4_00, 4_00])
    expect(pricesAt([], [1, 2])).toEqual([null, null])
    expect(pricesAt(points, [])).toEqual([])
  })
})

describe('walking back from what is held now', () => {
  const anyInstants = fc.array(
    fc.integer({ min: firstInstant - dayMs, max: firstInstant + 60 * dayMs }),
    { maxLength: 12 },
  )
  const anyPriceOrNone = fc.option(anyPrice, { freq: 8 })
  /** Instants before the first entry, around and between the entries of a split, and long after the last entry. */
  const rareInstants = [0, 1, 2, 3, 60].map((days) => firstInstant + days * dayMs - 1)
  const pricesOfOneDollar = () => fc.stream(Array.from({ length: 99 }, () => cents(1_00)).values())

  it('meets the same values as folding forward', () => {
    fc.assert(
      fc.property(
        anySteps,
        anyInstants,
        fc.array(fc.nat(39), { maxLength: 6 }),
        fc.infiniteStream(anyPriceOrNone),
        (steps, free, onEntries, stream) => {
          const entries = steps.map(({ entry }) => entry)
          // Some instants are those of entries, to the millisecond.
          const met = onEntries.flatMap((index) => entries[index]?.at ?? [])
          const instants = [...new Set([...free, ...met])].toSorted((a, b) => a - b)
          const prices = new Map(
            someTickers.map((ticker) => [ticker, take(stream, instants.length)]),
          )
          const splits = entries.filter((entry) => entry.type === 'SPLIT')
          const facts = factsOf(entries, { instants, prices, splits })
          const forward = foldForward(entries, facts)
          fc.pre(forward.every(({ value }) => value <= Number.MAX_SAFE_INTEGER))
          expect(netWorthOf(facts)).toEqual(forward)
          expect(netWorthOf({ ...facts, flows: summed(facts.flows) })).toEqual(forward)
          const backwards = { flows: facts.flows.toReversed(), splits: splits.toReversed() }
          expect(netWorthOf({ ...facts, ...backwards })).toEqual(forward)
        },
      ),
      { numRuns: 500, examples: [[rareSteps, rareInstants, [0, 4, 7], pricesOfOneDollar()]] },
    )
  })
})

type MarketFacts = Pick<HistoryFacts, 'instants' | 'prices' | 'splits'>

/** The slow reference: for each instant, all entries from the beginning and all later splits. */
function foldForward(
  entries: readonly Entry[],
  { instants, prices, splits }: MarketFacts,
): { at: number; value: number }[] {
  return instants.flatMap((instant, index) => {
    const { cash, positions } = portfolioOf(entries.filter((entry) => entry.at <= instant))
    let value = BigInt(cash)
    for (const [ticker, { quantity }] of positions) {
      const price = prices.get(ticker)?.[index] ?? null
      if (price === null) return []
      const later = splits.filter((split) => split.ticker === ticker && split.at > instant)
      const worth = later.reduce((sum, { ratio }) => sum * BigInt(ratio.numerator), BigInt(price))
      const parts = later.reduce((sum, { ratio }) => sum * BigInt(ratio.denominator), 1n)
      // Half a cent rounds up.
      value += (2n * worth * BigInt(quantity) + parts) / (2n * parts)
    }
    return [{ at: instant, value: Number(value) }]
  })
}

function factsOf(entries: readonly Entry[], market: MarketFacts): HistoryFacts {
  const { cash, positions } = portfolioOf(entries)
  const quantities = new Map([...positions].map(([ticker, { quantity }]) => [ticker, quantity]))
  return { ...market, cash, quantities, flows: flowsOf(entries, market.instants) }
}

/** One flow for each entry. */
function flowsOf(entries: readonly Entry[], instants: readonly number[]): Flow[] {
  return entries.map((entry) => {
    const index = instants.filter((instant) => instant < entry.at).length
    const { type, ticker, quantity } = entry
    if (type === 'SPLIT') return { index, ticker, quantity, cash: entry.cash }
    const sign = type === 'BUY' ? 1 : -1
    return { index, ticker, quantity: sign * quantity, cash: cents(-sign * quantity * entry.price) }
  })
}

/** One flow per stock between two instants, as the database sums them, without flows before the first instant. */
function summed(flows: readonly Flow[]): Flow[] {
  const sums = new Map<string, Flow>()
  for (const flow of flows.filter(({ index }) => index > 0)) {
    const key = `${flow.index} ${flow.ticker}`
    const { quantity = 0, cash = cents(0) } = sums.get(key) ?? {}
    sums.set(key, {
      ...flow,
      quantity: quantity + flow.quantity,
      cash: cents(cash + flow.cash),
    })
  }
  return [...sums.values()]
}

function take(stream: Iterator<Cents | null>, count: number): (Cents | null)[] {
  return Array.from({ length: count }, () => stream.next().value as Cents | null)
}

function closesBetween(first: Day, last: Day): number[] {
  const closes: number[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const session = sessionOf(day)
    if (session) closes.push(session.close)
  }
  return closes
}
