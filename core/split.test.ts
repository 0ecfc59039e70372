// Splits on time and late, forward and reverse, with and without a fraction, and with trades in between.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { asDay, hourMs, startOfDay } from './day.ts'
import { nothing, type Entry, type SplitEntry } from './ledger.ts'
import { cents } from './money.ts'
import { splitLines, type Split } from './split.ts'
import { portfolioOf } from './testing/fold.ts'
import {
  anyPrice,
  anyRatio,
  anyTrades,
  firstInstant,
  rareTrades,
} from './testing/random-account.ts'
import { heldOf, settled } from './testing/settled.ts'

// The Monday after the clock change.
const monday = startOfDay(asDay('2026-03-09'))
const friday = monday - 60 * hourMs
const tuesday = monday + 36 * hourMs

const split = (numerator: number, denominator: number, price = 100_00): Split => ({
  ticker: 'AAPL',
  ratio: { numerator, denominator },
  at: monday,
  price: cents(price),
})
const trade = (type: 'BUY' | 'SELL', quantity: number, at: number, price = 1): Entry => ({
  type,
  ticker: 'AAPL',
  quantity,
  price: cents(price),
  at,
  cost: cents(0),
})
const bought = (quantity: number) => trade('BUY', quantity, friday)

/** The line of the split; null if it has none. */
const splitEntryOf = (of: Split, entries: readonly Entry[]): SplitEntry | null =>
  appliedTo(entries, [of]).lines[0] ?? null

/** Applies the splits to a portfolio that has none of them yet. */
function appliedTo(entries: readonly Entry[], splits: readonly Split[]) {
  const known = settled(entries)
  return splitLines(splits, known, heldOf(known, 'AAPL'))
}

/** Shares and cash of each line, such as '15 0, 12 1200'; checks that the ledger folds with them. */
function linesOf(splits: readonly Split[], entries: readonly Entry[]): string {
  const { lines } = appliedTo(entries, splits)
  expect(() => portfolioOf(withLines(entries, lines))).not.toThrow()
  return lines.map(({ quantity, cash }) => `${quantity} ${cash}`).join(', ')
}

describe('a split that is known on its day', () => {
  it.each([
    ['2 for 1', split(2, 1), 7, '7 0'],
    ['10 for 1', split(10, 1), 3, '27 0'],
    ['1 for 8 without a rest', split(1, 8), 80, '-70 0'],
    // 22½ shares, half of 81.27 is 40.635.
    ['3 for 2 with a half', split(3, 2, 81_27), 15, '7 4064'],
    // 2 4/8 shares, 4/8 of 121.35 is 60.675.
    ['1 for 8 with 4/8', split(1, 8, 121_35), 20, '-18 6068'],
    // 7/8 of 10.01 is 8.75875.
    ['1 for 8 of too few', split(1, 8, 10_01), 7, '-7 876'],
    // 1⅓ shares, a third of 10.00 is 3.333….
    ['4 for 3 of one', split(4, 3, 10_00), 1, '0 333'],
    ['terms beyond 2^53', split(1_000_001_000_001, 10 ** 12, 50_00), 999_999, '0 5000'],
    [
      'a million shares at a million dollars',
      split(1, 3, 1_000_000_00),
      1_000_000,
      '-666667 33333333',
    ],
  ] as const)('%s', (_case, of, quantity, lines) => {
    expect(linesOf([of], [bought(quantity)])).toBe(lines)
  })

  it('makes a line at its own instant that names its terms', () => {
    expect(splitEntryOf(split(3, 2, 81_27), [bought(15)])).toEqual({
      type: 'SPLIT',
      ticker: 'AAPL',
      quantity: 7,
      cash: 40_64,
      // A forty-fifth of 15 cents is a third of a cent.
      cost: 0,
      ratio: { numerator: 3, denominator: 2 },
      at: Date.parse('2026-03-09T00:00-04:00'),
    })
  })

  it('counts what is held at the start of its day, to the millisecond', () => {
    const of = [split(2, 1)]
    expect(linesOf(of, [trade('BUY', 5, monday - 1), trade('BUY', 9, monday)])).toBe('5 0')
    expect(linesOf(of, [bought(5), trade('SELL', 2, monday - 1)])).toBe('3 0')
    expect(linesOf(of, [bought(5), trade('SELL', 2, monday)])).toBe('5 0')
  })

  it('passes an account that holds nothing', () => {
    expect(linesOf([split(2, 1)], [])).toBe('')
    expect(linesOf([split(2, 1)], [bought(5), trade('SELL', 5, monday - 1)])).toBe('')
    expect(linesOf([split(2, 1)], [trade('BUY', 5, monday)])).toBe('')
  })

  it('passes an account for which neither a share nor a cent would change', () => {
    // 1 1/20 shares, a twentieth of 5 cents is a quarter of a cent; of 10 cents it is half of one.
    expect(linesOf([split(21, 20, 5)], [bought(1)])).toBe('')
    expect(linesOf([split(21, 20, 10)], [bought(1)])).toBe('0 1')
  })
})

describe('a split that is learned late', () => {
  it('gives what it would have given on its day, and the sale since is one of new shares', () => {
    const entries = settled([trade('BUY', 10, friday, 100_00), trade('SELL', 5, tuesday, 52_00)])
    expect(portfolioOf(entries).positions.get('AAPL')).toEqual({ quantity: 5, cost: 500_00 })
    const { lines } = appliedTo(entries, [split(2, 1, 50_00)])
    expect(lines).toMatchObject([{ quantity: 10, cash: 0, at: monday }])
    expect(portfolioOf(withLines(entries, lines))).toEqual({
      cash: 9_260_00,
      // The sale has already taken its part of the cost.
      positions: new Map([['AAPL', { quantity: 15, cost: 500_00 }]]),
    })
  })

  it('brings a stock back that was sold out meanwhile', () => {
    const entries = settled([bought(10), trade('SELL', 10, tuesday)])
    const after = portfolioOf(withLines(entries, appliedTo(entries, [split(10, 1)]).lines))
    expect(after.positions.get('AAPL')).toEqual({ quantity: 90, cost: 0 })
  })

  const sold = (quantity: number) => trade('SELL', quantity, tuesday)
  const more = (quantity: number) => trade('BUY', quantity, tuesday)

  // The split would leave 10 of 80 shares and take 70.
  it.each([
    ['70 are left: all 70 go', [sold(10)], '-70 0'],
    ['69 are left: they go', [sold(11)], '-69 0'],
    ['5 are left: they go', [sold(75)], '-5 0'],
    ['none is left: none goes', [sold(80)], ''],
    ['none was left for a while: none goes', [sold(80), more(100)], ''],
    ['5 were left for a while: 5 go', [sold(75), more(100)], '-5 0'],
    ['new shares came first: all 70 go', [more(9), sold(19)], '-70 0'],
    ['sold a moment before: 9 should stay', [trade('SELL', 8, monday - 1)], '-63 0'],
  ] as const)('takes no more than were there all the time since: %s', (_case, since, lines) => {
    expect(linesOf([split(1, 8)], [bought(80), ...since])).toBe(lines)
  })

  it('pays no fraction to somebody who has kept more than is due', () => {
    // 81 are 10⅛; 71 and an eighth should go.
    const of = [split(1, 8, 80_00)]
    expect(linesOf(of, [bought(81)])).toBe('-71 1000')
    expect(linesOf(of, [bought(81), sold(10)])).toBe('-71 1000')
    expect(linesOf(of, [bought(81), sold(11)])).toBe('-70 0')
  })
})

describe('the part of a share that a split pays out', () => {
  const dear = (quantity: number) => trade('BUY', quantity, friday, 90_00)

  it('takes its part of the cost along', () => {
    // The cost of half a share, out of 22½ shares that cost 1,350.00.
    expect(splitEntryOf(split(3, 2), [dear(15)])?.cost).toBe(30_00)
  })

  it('takes all of the cost along where no share is left', () => {
    expect(splitEntryOf(split(1, 8), [dear(7)])?.cost).toBe(630_00)
  })

  it('takes of the cost of now where it is learned late', () => {
    const entries = [dear(15), trade('SELL', 14, tuesday, 90_00)]
    expect(heldOf(settled(entries), 'AAPL')).toEqual({ quantity: 1, cost: 90_00 })
    // 8 are left and half a share: 1 of 17 halves.
    expect(splitEntryOf(split(3, 2), entries)?.cost).toBe(5_29)
  })
})

describe('several splits of one stock', () => {
  const thursday = monday + 84 * hourMs
  const onThursday = (numerator: number, denominator: number, price?: number): Split => ({
    ...split(numerator, denominator, price),
    at: thursday,
  })
  const soldLater = (quantity: number) => trade('SELL', quantity, thursday)

  it.each([
    // 25, then 37 and a half.
    ['one after the other', [split(5, 2), onThursday(3, 2, 24_00)], [], '15 0, 12 1200'],
    // 100, of which 90 are left; without the first split no shares would remain to split on Thursday.
    [
      'of what only the first brings',
      [split(10, 1), onThursday(2, 1)],
      [trade('SELL', 10, tuesday)],
      '90 0, 90 0',
    ],
    [
      'with a buy in between',
      [split(2, 1), onThursday(3, 1)],
      [trade('BUY', 4, tuesday)],
      '10 0, 48 0',
    ],
    // 5, then 10 again: all of them can be sold, even before either split is known.
    ['that undo each other', [split(1, 2), onThursday(2, 1)], [soldLater(10)], '-5 0, 5 0'],
    // Due were 5 and 50 shares. The sale of 80 needs 8 shares on Thursday, so Monday's split can take at most 2.
    [
      'with more sold than both leave',
      [split(1, 2), onThursday(10, 1)],
      [soldLater(80)],
      '-2 0, 72 0',
    ],
    // The first split leaves 5; the second would leave 1, but 3 were sold.
    ['that both take', [split(1, 2), onThursday(1, 4)], [soldLater(3)], '-5 0, -2 0'],
    [
      'of which the first changes nothing',
      [split(21, 20, 1), onThursday(2, 1)],
      [trade('SELL', 9, monday - 1)],
      '1 0',
    ],
  ] as const)('%s', (_case, splits, since, lines) => {
    expect(linesOf(splits, [bought(10), ...since])).toBe(lines)
  })

  it('leave out the one that gives more shares than can be counted', () => {
    const friday13 = { ...split(3, 1), at: thursday + 24 * hourMs }
    const huge = onThursday(9_000_000_000_000_000, 1, 1)
    const { lines, skipped } = appliedTo([bought(10)], [split(2, 1), huge, friday13])
    expect(skipped).toEqual([huge])
    expect(lines.map(({ quantity }) => quantity)).toEqual([10, 40])
    // The value of the shares is also limited.
    const dear = onThursday(1_000_000, 1, 1_000_000_00)
    expect(appliedTo([bought(89)], [dear]).skipped).toEqual([])
    expect(appliedTo([bought(91)], [dear]).skipped).toEqual([dear])
    // The price of a share may be less than half a cent.
    expect(appliedTo([bought(10)], [onThursday(9_000_000_000_000_000, 1, 0)]).lines).toEqual([])
  })

  it('give what they gave on their days, when all are learned in the end', () => {
    fc.assert(
      fc.property(anyScenario, ({ splits, entries }) => {
        const [lines, trades] = apart(entries)
        // The trades count the shares of the splits, so they do not fold without the lines; the cost is not compared.
        const held = { quantity: 1_000_000, cost: cents(0) }
        const { lines: late, skipped } = splitLines(splits, trades, held)
        expect(late.map(withoutCost)).toEqual(lines.map(withoutCost))
        expect(skipped).toEqual([])
      }),
      { numRuns: 500, examples: [[twoFractions], [soldOutBetween]] },
    )
  })

  it('that are later than the lines which stand leave those as they are, and a ledger that folds', () => {
    fc.assert(
      fc.property(anyScenario, anyLateSplits, (known, late) => {
        const last = known.splits.at(-1)?.at ?? firstInstant
        const splits = late.map(({ daysLater, ...terms }) => ({
          ...terms,
          at: last + daysLater * 24 * hourMs - 1,
        }))
        const stands = settled(known.entries)
        const { lines, position } = splitLines(splits, stands, heldOf(stands, 'AAPL'))
        const ledger = withLines(stands, lines)
        // portfolioOf throws if shares or cash are negative at any time.
        expect(() => portfolioOf(ledger)).not.toThrow()
        expect(portfolioOf(ledger).positions.get('AAPL') ?? nothing).toEqual(position)
        expect(position.cost).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2_000, examples: lateScenarios },
    )
  })
})

describe('any split', () => {
  const anyInstant = fc.integer({ min: firstInstant - 1, max: firstInstant + 60 * 24 * hourMs })

  it('of any account, however late, leaves a ledger that folds', () => {
    const anyEntries = anyTrades.map((steps) => steps.map(({ entry }) => entry))
    const halfSold = [bought(80), trade('SELL', 40, tuesday)]
    fc.assert(
      fc.property(anyEntries, anyRatio, anyPrice, anyInstant, (entries, ratio, price, at) => {
        const own = entries.filter(({ ticker }) => ticker === 'AAPL')
        const line = splitEntryOf({ ticker: 'AAPL', ratio, at, price }, own)
        fc.pre(line !== null)
        const before = portfolioOf(settled(entries))
        const after = portfolioOf(withLines(settled(entries), [line]))
        expect(after.positions.get('AAPL')?.cost ?? 0).toBeGreaterThanOrEqual(0)
        expect(after.cash - before.cash).toBe(line.cash)
        const [was, is] = [before, after].map(
          ({ positions }) => positions.get('AAPL')?.quantity ?? 0,
        )
        expect((is ?? 0) - (was ?? 0)).toBe(line.quantity)
      }),
      {
        numRuns: 500,
        examples: [
          [halfSold, { numerator: 1, denominator: 8 }, cents(80_00), monday],
          [halfSold, { numerator: 3, denominator: 2 }, cents(80_00), monday],
        ],
      },
    )
  })

  it('changes the value by half a cent at most, at the price at which its day began', () => {
    fc.assert(
      fc.property(anyTrades, anyRatio, anyPrice, (steps, ratio, price) => {
        const entries = steps.map(({ entry }) => entry).filter(({ ticker }) => ticker === 'AAPL')
        const at = (entries.at(-1)?.at ?? firstInstant) + 1
        const line = splitEntryOf({ ticker: 'AAPL', ratio, at, price }, entries)
        const held = BigInt(entries.reduce((sum, entry) => sum + sharesOf(entry), 0))
        // Values are in units of 1/denominator of a cent, so nothing is rounded here.
        const parts = BigInt(ratio.denominator)
        const before = held * BigInt(ratio.numerator) * BigInt(price)
        const after = line
          ? ((held + BigInt(line.quantity)) * BigInt(price) + BigInt(line.cash)) * parts
          : held * BigInt(price) * parts
        const error = after > before ? after - before : before - after
        expect(2n * error).toBeLessThanOrEqual(parts)
      }),
      {
        numRuns: 500,
        // 15 shares: half a share of an odd price, too few for one, and terms that pass 2^53.
        examples: [
          [rareTrades, { numerator: 3, denominator: 2 }, cents(81_27)],
          [rareTrades, { numerator: 1, denominator: 50 }, cents(1)],
          [
            rareTrades,
            { numerator: 1_015_873_015_873, denominator: 10 ** 12 },
            cents(1_000_000_00),
          ],
        ],
      },
    )
  })

  it('that gives shares gives the same however late it is learned', () => {
    fc.assert(
      fc.property(anyTrades, anyRatio, anyPrice, anyInstant, (steps, terms, price, at) => {
        const [low, high] = [terms.numerator, terms.denominator].toSorted((a, b) => a - b)
        const ratio = { numerator: high ?? 1, denominator: low ?? 1 }
        const entries = steps.map(({ entry }) => entry).filter(({ ticker }) => ticker === 'AAPL')
        const of: Split = { ticker: 'AAPL', ratio, at, price }
        const onItsDay = splitEntryOf(
          of,
          entries.filter((entry) => entry.at < at),
        )
        expect(withoutCost(splitEntryOf(of, entries))).toEqual(withoutCost(onItsDay))
      }),
      // Just before, at and after the instant of the first trades.
      {
        examples: [firstInstant - 1, firstInstant, firstInstant + 1].map((at) => [
          rareTrades,
          { numerator: 3, denominator: 2 },
          cents(81_27),
          at,
        ]),
      },
    )
  })
})

/** Sorts lines before the trades of the same instant. */
const withLines = (entries: readonly Entry[], lines: readonly SplitEntry[]): Entry[] =>
  [...lines, ...entries].toSorted((a, b) => a.at - b.at)

function apart(entries: readonly Entry[]): [lines: SplitEntry[], trades: Entry[]] {
  const lines = entries.filter((entry) => entry.type === 'SPLIT')
  return [lines, entries.filter(({ type }) => type !== 'SPLIT')]
}

interface Scenario {
  readonly splits: readonly Split[]
  /** Trades in the shares of their day, and the lines of the splits on their days. */
  readonly entries: readonly Entry[]
}

const dayAfter = (days: number): number => firstInstant + days * 24 * hourMs

const lineAt = (
  days: number,
  [numerator, denominator]: readonly [number, number],
  [quantity, cash]: readonly [number, number],
): SplitEntry => ({
  type: 'SPLIT',
  ticker: 'AAPL',
  ratio: { numerator, denominator },
  quantity,
  cash: cents(cash),
  cost: cents(0),
  at: dayAfter(days),
})

/** 15 shares, 22 and a half, 14 and two thirds. */
const twoFractions: Scenario = {
  splits: [
    { ...split(3, 2, 80_00), at: dayAfter(1) },
    { ...split(2, 3, 90_00), at: dayAfter(2) },
  ],
  entries: [
    trade('BUY', 15, dayAfter(0)),
    lineAt(1, [3, 2], [7, 40_00]),
    lineAt(2, [2, 3], [-8, 60_00]),
  ],
}

const soldOutBetween: Scenario = {
  splits: [
    { ...split(2, 1), at: dayAfter(1) },
    { ...split(2, 1), at: dayAfter(3) },
    { ...split(1, 8, 80_00), at: dayAfter(5) },
  ],
  entries: [
    trade('BUY', 5, dayAfter(0)),
    lineAt(1, [2, 1], [5, 0]),
    trade('SELL', 10, dayAfter(2)),
    trade('BUY', 9, dayAfter(4)),
    lineAt(5, [1, 8], [-8, 10_00]),
  ],
}

/** Entries of one stock; every fourth entry is a split, and often all of the cash is spent. */
const anyScenario: fc.Arbitrary<Scenario> = fc
  .array(
    fc.record({
      type: fc.constantFrom('BUY', 'BUY', 'SELL', 'SPLIT'),
      quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(1_000)),
      price: fc.integer({ min: 1_00, max: 900_00 }).map(cents),
      ratio: fc.record({
        numerator: fc.integer({ min: 1, max: 4 }),
        denominator: fc.integer({ min: 1, max: 4 }),
      }),
    }),
    { maxLength: 16, size: 'max' },
  )
  .map((plans) => {
    const [splits, entries]: [Split[], Entry[]] = [[], []]
    const held = { quantity: 0, cash: 10_000_00 }
    for (const [index, { type, price, ratio, quantity }] of plans.entries()) {
      const at = firstInstant + index * 24 * hourMs
      if (type === 'SPLIT') {
        splits.push({ ticker: 'AAPL', ratio, at, price })
        const due = held.quantity * ratio.numerator
        const rest = due % ratio.denominator
        const added = (due - rest) / ratio.denominator - held.quantity
        const cash = cents(
          Math.floor((2 * price * rest + ratio.denominator) / (2 * ratio.denominator)),
        )
        if (added === 0 && cash === 0) continue
        entries.push({ type, ticker: 'AAPL', ratio, at, quantity: added, cash, cost: cents(0) })
        held.quantity += added
        held.cash += cash
        continue
      }
      const can = type === 'BUY' ? Math.floor(held.cash / price) : held.quantity
      const count = Math.min(can, quantity)
      if (count === 0) continue
      entries.push(trade(type === 'BUY' ? 'BUY' : 'SELL', count, at, price))
      held.quantity += type === 'BUY' ? count : -count
      held.cash -= (type === 'BUY' ? count : -count) * price
    }
    return { splits, entries }
  })

/** Late splits after the last known split, in order of their days. */
const anyLateSplits = fc
  .uniqueArray(
    fc.record({
      ticker: fc.constant('AAPL' as const),
      ratio: anyRatio,
      daysLater: fc.integer({ min: 1, max: 16 }),
      price: anyPrice,
    }),
    { minLength: 1, maxLength: 2, selector: ({ daysLater }) => daysLater },
  )
  .map((splits) => splits.toSorted((a, b) => a.daysLater - b.daysLater))

type LateSplits = typeof anyLateSplits extends fc.Arbitrary<infer T> ? T : never

const lateSplit = (
  daysLater: number,
  numerator: number,
  denominator: number,
): LateSplits[number] => ({
  ticker: 'AAPL',
  ratio: { numerator, denominator },
  price: cents(80_00),
  daysLater,
})

/** Splits that take shares, after most of the shares were sold. */
const lateScenarios: [Scenario, LateSplits][] = [
  [
    { splits: [], entries: [trade('BUY', 80, dayAfter(0)), trade('SELL', 75, dayAfter(2))] },
    [lateSplit(1, 1, 8)],
  ],
  [twoFractions, [lateSplit(1, 1, 8)]],
  [
    {
      splits: [{ ...split(2, 1), at: dayAfter(1) }],
      entries: [
        trade('BUY', 10, dayAfter(0)),
        lineAt(1, [2, 1], [10, 0]),
        trade('SELL', 20, dayAfter(5)),
      ],
    },
    [lateSplit(1, 1, 2), lateSplit(2, 10, 1)],
  ],
]

/** The cost is left out, because it depends on when the split becomes known. */
const withoutCost = (line: SplitEntry | null): object | null => line && { ...line, cost: null }

const sharesOf = ({ type, quantity }: Entry): number => (type === 'SELL' ? -quantity : quantity)
