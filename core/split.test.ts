// Splits on time and late, both ways, with and without a fraction, and whatever was traded meanwhile.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { asDay, startOfDay } from './day.ts'
import { portfolioOf, type Entry, type SplitEntry } from './ledger.ts'
import { cents } from './money.ts'
import { splitEntryOf, type Split } from './split.ts'
import { anyPrice, anyRatio, anyTrades, firstInstant } from './testing/random-account.ts'

// The Monday after the clocks have changed.
const monday = startOfDay(asDay('2026-03-09'))
const hourMs = 3_600_000
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
})
const bought = (quantity: number) => trade('BUY', quantity, friday)

/** Shares and cash of the line, or null where there is none. */
function lineOf(of: Split, entries: readonly Entry[]): [shares: number, cash: number] | null {
  const entry = splitEntryOf(of, entries)
  return entry && [entry.quantity, entry.cash]
}

describe('a split that is known on its day', () => {
  it.each([
    ['2 for 1', split(2, 1), 7, [7, 0]],
    ['10 for 1', split(10, 1), 3, [27, 0]],
    ['1 for 8 without a rest', split(1, 8), 80, [-70, 0]],
    // 22½ shares, half of 81.27 is 40.635.
    ['3 for 2 with a half', split(3, 2, 81_27), 15, [7, 40_64]],
    // 2 4/8 shares, 4/8 of 121.35 is 60.675.
    ['1 for 8 with 4/8', split(1, 8, 121_35), 20, [-18, 60_68]],
    // 7/8 of 10.01 is 8.75875.
    ['1 for 8 of too few', split(1, 8, 10_01), 7, [-7, 8_76]],
    // 1⅓ shares, a third of 10.00 is 3.333….
    ['4 for 3 of one', split(4, 3, 10_00), 1, [0, 3_33]],
    ['terms beyond 2^53', split(1_000_001_000_001, 10 ** 12, 50_00), 999_999, [0, 50_00]],
    [
      'a million shares at a million dollars',
      split(1, 3, 1_000_000_00),
      1_000_000,
      [-666_667, 333_333_33],
    ],
  ] as const)('%s', (_case, of, quantity, line) => {
    expect(lineOf(of, [bought(quantity)])).toEqual(line)
  })

  it('makes a line at its own instant that names its terms', () => {
    expect(splitEntryOf(split(3, 2, 81_27), [bought(15)])).toEqual({
      type: 'SPLIT',
      ticker: 'AAPL',
      quantity: 7,
      cash: 40_64,
      ratio: { numerator: 3, denominator: 2 },
      at: Date.parse('2026-03-09T00:00-04:00'),
    })
  })

  it('counts what is held at the start of its day, to the millisecond', () => {
    expect(lineOf(split(2, 1), [trade('BUY', 5, monday - 1), trade('BUY', 9, monday)])).toEqual([
      5, 0,
    ])
    expect(lineOf(split(2, 1), [bought(5), trade('SELL', 2, monday - 1)])).toEqual([3, 0])
    expect(lineOf(split(2, 1), [bought(5), trade('SELL', 2, monday)])).toEqual([5, 0])
  })

  it('passes an account that holds nothing', () => {
    expect(splitEntryOf(split(2, 1), [])).toBeNull()
    expect(splitEntryOf(split(2, 1), [bought(5), trade('SELL', 5, monday - 1)])).toBeNull()
    expect(splitEntryOf(split(2, 1), [trade('BUY', 5, monday)])).toBeNull()
  })

  it('passes an account for which neither a share nor a cent would change', () => {
    // 1 1/20 shares, a twentieth of 5 cents is a quarter of a cent; of 10 cents it is half of one.
    expect(splitEntryOf(split(21, 20, 5), [bought(1)])).toBeNull()
    expect(lineOf(split(21, 20, 10), [bought(1)])).toEqual([0, 1])
  })

  it('is applied once', () => {
    const entries = [bought(5), trade('SELL', 1, tuesday)]
    const line = splitEntryOf(split(2, 1), entries)
    expect(splitEntryOf(split(2, 1), withLine(entries, line))).toBeNull()
  })

  it('follows on an earlier one', () => {
    const entries = [bought(5), trade('SELL', 1, tuesday)]
    const once = withLine(entries, splitEntryOf(split(2, 1), entries))
    expect(lineOf({ ...split(3, 2, 9), at: tuesday + 1 }, once)).toEqual([4, 5])
  })

  it('is an error after a later one, whose line counted the old shares', () => {
    const later = { ...split(3, 1), at: tuesday }
    const entries = [bought(5)]
    const once = withLine(entries, splitEntryOf(later, entries))
    expect(() => splitEntryOf(split(2, 1), once)).toThrow(RangeError)
  })
})

describe('a split that is learnt late', () => {
  it('gives what it would have given on its day, and the sale since is one of new shares', () => {
    const entries = [trade('BUY', 10, friday, 100_00), trade('SELL', 5, tuesday, 52_00)]
    expect(portfolioOf(entries).positions.get('AAPL')).toEqual({ quantity: 5, cost: 500_00 })
    const line = splitEntryOf(split(2, 1, 50_00), entries)
    expect(line).toMatchObject({ quantity: 10, cash: 0, at: monday })
    expect(portfolioOf(withLine(entries, line))).toEqual({
      cash: 9_260_00,
      positions: new Map([['AAPL', { quantity: 15, cost: 750_00 }]]),
    })
  })

  it('brings a stock back that was sold out meanwhile', () => {
    const entries = [bought(10), trade('SELL', 10, tuesday)]
    const after = portfolioOf(withLine(entries, splitEntryOf(split(10, 1), entries)))
    expect(after.positions.get('AAPL')).toEqual({ quantity: 90, cost: 9 })
  })

  // Of 80 shares 10 should stay, so that 70 should go.
  it.each([
    ['70 are left: all 70 go', [trade('SELL', 10, tuesday)], [-70, 0]],
    ['69 are left: they go', [trade('SELL', 11, tuesday)], [-69, 0]],
    ['5 are left: they go', [trade('SELL', 75, tuesday)], [-5, 0]],
    ['none is left: none goes', [trade('SELL', 80, tuesday)], null],
    [
      'none was left for a while: none goes',
      [trade('SELL', 80, tuesday), trade('BUY', 100, tuesday)],
      null,
    ],
    [
      '5 were left for a while: 5 go',
      [trade('SELL', 75, tuesday), trade('BUY', 100, tuesday)],
      [-5, 0],
    ],
    [
      'new shares came first: all 70 go',
      [trade('BUY', 9, tuesday), trade('SELL', 19, tuesday)],
      [-70, 0],
    ],
    ['sold a moment before: 9 should stay', [trade('SELL', 8, monday - 1)], [-63, 0]],
  ] as const)('takes no more than were there all the time since: %s', (_case, since, line) => {
    const entries = [bought(80), ...since]
    expect(lineOf(split(1, 8), entries)).toEqual(line)
    expect(() => portfolioOf(withLine(entries, splitEntryOf(split(1, 8), entries)))).not.toThrow()
  })

  it('pays no fraction to somebody who has kept more than is due', () => {
    // 81 are 10⅛; 71 and an eighth should go.
    expect(lineOf(split(1, 8, 80_00), [bought(81)])).toEqual([-71, 10_00])
    expect(lineOf(split(1, 8, 80_00), [bought(81), trade('SELL', 10, tuesday)])).toEqual([
      -71, 10_00,
    ])
    expect(lineOf(split(1, 8, 80_00), [bought(81), trade('SELL', 11, tuesday)])).toEqual([-70, 0])
  })
})

describe('any split', () => {
  const anyInstant = fc.integer({ min: firstInstant - 1, max: firstInstant + 60 * 24 * hourMs })

  it('of any account, however late, leaves a ledger that folds, and is applied once', () => {
    let lines = 0
    fc.assert(
      fc.property(anyTrades, anyRatio, anyPrice, anyInstant, (steps, ratio, price, at) => {
        const entries = steps.map(({ entry }) => entry)
        const own = entries.filter(({ ticker }) => ticker === 'AAPL')
        const of: Split = { ticker: 'AAPL', ratio, at, price }
        const line = splitEntryOf(of, own)
        if (line === null) return
        lines += 1
        const before = portfolioOf(entries)
        const after = portfolioOf(withLine(entries, line))
        expect(after.cash - before.cash).toBe(line.cash)
        const [was, is] = [before, after].map(
          ({ positions }) => positions.get('AAPL')?.quantity ?? 0,
        )
        expect((is ?? 0) - (was ?? 0)).toBe(line.quantity)
        expect(splitEntryOf(of, withLine(own, line))).toBeNull()
      }),
      { numRuns: 500 },
    )
    expect(lines).toBeGreaterThan(50)
  })

  it('changes the value by half a cent at most, at the price at which its day began', () => {
    fc.assert(
      fc.property(anyTrades, anyRatio, anyPrice, (steps, ratio, price) => {
        const entries = steps.map(({ entry }) => entry).filter(({ ticker }) => ticker === 'AAPL')
        const at = (entries.at(-1)?.at ?? firstInstant) + 1
        const line = splitEntryOf({ ticker: 'AAPL', ratio, at, price }, entries)
        const held = BigInt(entries.reduce((sum, entry) => sum + sharesOf(entry), 0))
        // In parts of a cent, of which the denominator makes a whole: nothing is rounded here.
        const parts = BigInt(ratio.denominator)
        const before = held * BigInt(ratio.numerator) * BigInt(price)
        const after = line
          ? ((held + BigInt(line.quantity)) * BigInt(price) + BigInt(line.cash)) * parts
          : held * BigInt(price) * parts
        const error = after > before ? after - before : before - after
        expect(2n * error).toBeLessThanOrEqual(parts)
      }),
      { numRuns: 500 },
    )
  })

  it('that gives shares gives the same however late it is learnt', () => {
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
        expect(splitEntryOf(of, entries)).toEqual(onItsDay)
      }),
    )
  })
})

/** The split comes before the trades of its instant. */
function withLine(entries: readonly Entry[], line: SplitEntry | null): Entry[] {
  if (line === null) return [...entries]
  const earlier = entries.filter(({ at }) => at < line.at)
  return [...earlier, line, ...entries.slice(earlier.length)]
}

const sharesOf = ({ type, quantity }: Entry): number => (type === 'SELL' ? -quantity : quantity)
