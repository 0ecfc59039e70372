// The ledger compared with numbers worked by hand, and with a second implementation on random accounts.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { openStartingCash } from './contest.ts'
import {
  afterEntry,
  costOfSale,
  nothing,
  openBooks,
  type Entry,
  type Holding,
  type SplitEntry,
  type Trade,
} from './ledger.ts'
import { cents } from './money.ts'
import { splitLines } from './split.ts'
import { portfolioOf } from './testing/fold.ts'
import { anySteps, rareSteps, someTickers, type Step } from './testing/random-account.ts'
import { settled } from './testing/settled.ts'
import { story } from './testing/story.ts'

const at = Date.parse('2026-01-05T15:00Z')
const trade = (type: Trade['type'], quantity: number, price: number): Trade => ({
  type,
  ticker: 'AAPL',
  quantity,
  price: cents(price),
  at,
  cost: cents(0),
})
const split = (numerator: number, denominator: number, quantity: number, cash = 0): SplitEntry => ({
  type: 'SPLIT',
  ticker: 'AAPL',
  quantity,
  cash: cents(cash),
  cost: cents(0),
  ratio: { numerator, denominator },
  at,
})
const holding = (cash: number, quantity: number, cost: number): Holding => ({
  cash: cents(cash),
  position: { quantity, cost: cents(cost) },
})

describe('a portfolio', () => {
  it('begins in the open contest with ten grand and nothing else', () => {
    expect(openStartingCash).toBe(10_000_00)
    expect(portfolioOf([])).toEqual({ cash: 10_000_00, positions: new Map() })
  })

  it('begins with whatever cash it is given', () => {
    expect(openBooks(cents(5_00)).portfolio().cash).toBe(5_00)
  })

  it('stands at the end of the story as worked by hand', () => {
    expect(portfolioOf(story)).toEqual({
      cash: 8_645_06,
      positions: new Map([
        ['AAPL', { quantity: 1, cost: 187_27 }],
        ['NVDA', { quantity: 12, cost: 963_92 }],
        ['LYFT', { quantity: 2, cost: 243_36 }],
      ]),
    })
  })

  it('forgets a stock that is sold out, and starts anew when it is bought again', () => {
    const soldOut = settled([trade('BUY', 3, 100_00), trade('SELL', 3, 110_00)])
    expect(portfolioOf(soldOut)).toEqual({ cash: 10_030_00, positions: new Map() })
    const again = portfolioOf([...soldOut, trade('BUY', 2, 50_00)])
    expect(again.positions.get('AAPL')).toEqual({ quantity: 2, cost: 100_00 })
  })
})

describe('a trade', () => {
  it.each([
    ['the first buy', holding(10_000_00, 0, 0), trade('BUY', 5, 189_12), [9_054_40, 5, 945_60]],
    [
      'a further buy',
      holding(9_054_40, 5, 945_60),
      trade('BUY', 1, 190_00),
      [8_864_40, 6, 1_135_60],
    ],
    [
      'the last cent',
      holding(10_000_00, 0, 0),
      trade('BUY', 1_000_000, 1),
      [0, 1_000_000, 10_000_00],
    ],
    // 10.00 for 3: the first takes 3.333…, of the 6.67 that stay the second takes 3.335, the last the rest.
    ['1 of 3', holding(0, 3, 10_00), trade('SELL', 1, 5_00), [5_00, 2, 6_67]],
    ['1 of 2', holding(5_00, 2, 6_67), trade('SELL', 1, 5_00), [10_00, 1, 3_33]],
    ['the last', holding(10_00, 1, 3_33), trade('SELL', 1, 5_00), [15_00, 0, 0]],
    // 2 of 3 take 6.666…
    ['2 of 3', holding(0, 3, 10_00), trade('SELL', 2, 5_00), [10_00, 1, 3_33]],
    // Half a cent goes with the sold shares; just under half a cent stays.
    ['half a cent', holding(0, 2, 1), trade('SELL', 1, 1), [1, 1, 0]],
    ['less than half a cent', holding(0, 201, 1), trade('SELL', 100, 1), [100, 101, 1]],
    // 452,365,387,809.19496… dollars go; in floating point it would be a cent more.
    [
      'a product far beyond 2^53',
      holding(0, 920_892, 52_395_805_956_306),
      trade('SELL', 795_063, 1),
      [795_063, 125_829, 7_159_267_175_387],
    ],
    // 1,000,000 shares at $1,000,000.
    [
      'the largest sale',
      holding(0, 1_000_000, 10_000_00),
      trade('SELL', 1_000_000, 1_000_000_00),
      [100_000_000_000_000, 0, 0],
    ],
  ] as const)('%s', (_case, before, entry, [cash, quantity, cost]) => {
    const sold = entry.type === 'SELL' ? entry.quantity : 0
    const left = sold === 0 ? cents(0) : costOfSale(before.position, sold)
    expect(afterEntry(before, { ...entry, cost: left })).toEqual(holding(cash, quantity, cost))
  })

  it.each([
    ['a buy for a cent too much', holding(99, 0, 0), trade('BUY', 1, 100)],
    ['a sale of one share too many', holding(0, 3, 10_00), trade('SELL', 4, 1)],
    ['a sale of nothing that is held', holding(0, 0, 0), trade('SELL', 1, 1)],
    ['no shares bought', holding(99, 1, 1), trade('BUY', 0, 1)],
    ['no shares sold', holding(99, 1, 1), trade('SELL', 0, 1)],
    ['less than no shares bought', holding(99, 5, 5), trade('BUY', -1, 1)],
    ['less than no shares sold', holding(99, 5, 5), trade('SELL', -1, 1)],
    ['a part of a share', holding(99, 5, 5), trade('SELL', 1.5, 1)],
    ['a buy for nothing', holding(99, 0, 0), trade('BUY', 1, 0)],
    ['a price below zero', holding(99, 1, 1), trade('SELL', 1, -5)],
    ['more money than there is', holding(2 ** 53 - 1, 1, 1), trade('SELL', 1, 1)],
  ])('is an error when it is %s', (_case, before, entry) => {
    expect(() => afterEntry(before, entry)).toThrow(RangeError)
  })
})

describe('a split', () => {
  it.each([
    ['2 for 1', holding(0, 7, 70_01), split(2, 1, 7), [0, 14, 70_01]],
    // 15 are 22½; the half is 1 of 45 halves and takes 40.1633… of the cost.
    ['3 for 2, and a half', holding(0, 15, 1_807_35), split(3, 2, 7, 40_64), [40_64, 22, 1_767_19]],
    // 20 are 2 and 4/8; those are 4 of 20 eighths.
    ['1 for 8, and 4/8', holding(0, 20, 304_20), split(1, 8, -18, 60_68), [60_68, 2, 243_36]],
    ['too few for one share', holding(0, 7, 70_01), split(1, 8, -7, 69_99), [69_99, 0, 0]],
    ['no further share, a half', holding(0, 1, 80_00), split(3, 2, 0, 27_00), [27_00, 1, 53_33]],
    // 999,999 × 1,000,001,000,001 is one less than a million times a million millions; in floating point it is not.
    [
      'terms beyond 2^53',
      holding(0, 999_999, 9_999_99),
      split(1_000_001_000_001, 1_000_000_000_000, 0, 1_01),
      [1_01, 999_999, 9_999_98],
    ],
  ] as const)('%s', (_case, before, entry, [cash, quantity, cost]) => {
    const { ticker, ratio } = entry
    const bought = { ...trade('BUY', before.position.quantity, 1), at: at - 1 }
    const terms = { ticker, ratio, at, price: cents(100_00) }
    const left = splitLines([terms], [bought], before.position).lines[0]?.cost ?? cents(0)
    expect(afterEntry(before, { ...entry, cost: left })).toEqual(holding(cash, quantity, cost))
  })

  it.each([
    // 70 should go, but 75 were sold before it was known: the cost stays with what is sold.
    ['5 of 70 to take', holding(0, 80, 80_00), split(1, 8, -5), [0, 75, 80_00]],
    // 71 and an eighth should go; the eighth is not paid, so its cost stays as well.
    ['70 of 71 to take', holding(0, 81, 81_00), split(1, 8, -70), [0, 11, 81_00]],
  ] as const)(
    'may leave more than its terms say: %s',
    (_case, before, entry, [cash, quantity, cost]) => {
      expect(afterEntry(before, entry)).toEqual(holding(cash, quantity, cost))
    },
  )

  it.each([
    ['of nothing', holding(99, 0, 0), split(2, 1, 5)],
    ['that pays for nothing', holding(99, 0, 0), split(3, 2, 0, 5)],
    ['that gives a share too many', holding(99, 5, 5), split(2, 1, 6)],
    ['that gives a share too few', holding(99, 5, 5), split(2, 1, 4)],
    ['that takes a share too many', holding(99, 80, 80), split(1, 8, -71)],
    ['that takes more than there is', holding(99, 5, 5), split(1, 8, -6)],
    ['that costs money', holding(99, 5, 5), split(2, 1, 5, -1)],
    ['for nothing', holding(99, 5, 5), split(2, 0, 5)],
  ])('%s is an error', (_case, before, entry) => {
    expect(() => afterEntry(before, entry)).toThrow(RangeError)
  })
})

describe('any account', () => {
  it('folds to what a second ledger keeps, step by step and as a whole', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        for (const [index, { cash, entry, quantity, cost }] of steps.entries()) {
          const portfolio = portfolioOf(entriesOf(steps.slice(0, index + 1)))
          expect(BigInt(portfolio.cash)).toBe(cash)
          const position = portfolio.positions.get(entry.ticker)
          expect(position !== undefined).toBe(quantity > 0n)
          expect(BigInt(position?.quantity ?? 0)).toBe(quantity)
          expect(BigInt(position?.cost ?? 0)).toBe(cost)
        }
      }),
      { examples: [[rareSteps]] },
    )
  })

  it('never has cash, shares or cost below zero, nor cost without shares', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        let held = holding(openStartingCash, 0, 0)
        const positions = new Map<string, Holding['position']>()
        for (const entry of entriesOf(steps)) {
          const position = positions.get(entry.ticker) ?? nothing
          held = afterEntry({ cash: held.cash, position }, entry)
          positions.set(entry.ticker, held.position)
          const { quantity, cost } = held.position
          expect(Math.min(held.cash, quantity, cost)).toBeGreaterThanOrEqual(0)
          expect(quantity > 0 || cost === 0).toBe(true)
          expect([held.cash, quantity, cost].some((amount) => Object.is(amount, -0))).toBe(false)
        }
      }),
      { examples: [[rareSteps]] },
    )
  })

  it('has the same positions however the entries of different stocks are mixed', () => {
    fc.assert(
      fc.property(anySteps, fc.infiniteStream(fc.nat(2)), (steps, dice) => {
        const entries = entriesOf(steps)
        const { positions } = portfolioOf(entries)
        const mixed = mix(entries, dice)
        expect(mixed).toHaveLength(entries.length)
        expect(positionsOf(mixed)).toEqual(positions)
      }),
    )
  })
})

const entriesOf = (steps: readonly Step[]): Entry[] => steps.map(({ entry }) => entry)

/** Mixes the entries at random; those of each stock stay in order. */
function mix(entries: readonly Entry[], dice: Iterator<number>): Entry[] {
  const queues = someTickers.map((ticker) => entries.filter((entry) => entry.ticker === ticker))
  const mixed: Entry[] = []
  while (queues.some((queue) => queue.length > 0)) {
    const entry = queues[dice.next().value]?.shift()
    if (entry) mixed.push(entry)
  }
  return mixed
}

/** Starts with enough cash for any order of the entries, because a mix can need the cash earlier. */
function positionsOf(entries: readonly Entry[]): Map<string, Holding['position']> {
  const positions = new Map<string, Holding['position']>()
  for (const entry of entries) {
    const position = positions.get(entry.ticker) ?? nothing
    const after = afterEntry({ cash: cents(2 ** 51), position }, entry).position
    if (after.quantity === 0) positions.delete(entry.ticker)
    else positions.set(entry.ticker, after)
  }
  return positions
}
