// Luck: the percentiles of random traders are uniform, and the best choices reach the highest percentiles.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { luckOf, openReplaySteps, percentileOf, type LuckFacts } from './luck.ts'
import { cents } from './money.ts'
import { seeded, shuffled } from './random.ts'
import { anySteps, rareSteps } from './testing/random-account.ts'
import { tickers } from './tickers.ts'

const days = 120
const startingCash = cents(10_000_00)

/** Sixteen random walks with some correlation, like stocks. */
function walks(random: () => number): Float64Array {
  const prices = new Float64Array(days * tickers.length)
  for (let day = 0; day < days; day += 1) {
    const together = (random() - 0.5) * 0.02
    for (const [place] of tickers.entries()) {
      const before = day === 0 ? 100_00 : (prices[(day - 1) * tickers.length + place] ?? 0)
      prices[day * tickers.length + place] = before * (1 + together + (random() - 0.5) * 0.06)
    }
  }
  return prices
}

/** Draws days, parts and sales before the stocks, and never uses a price. */
function courseBy(random: () => number, choices: number): LuckFacts['steps'] {
  const own = shuffled(tickers.length, random).slice(0, choices)
  const steps = Array.from({ length: 30 }, () => ({
    close: Math.floor(random() * days),
    part: random() < 0.65 ? random() : 0 - random(),
  })).toSorted((a, b) => a.close - b.close)
  return {
    stocks: Uint8Array.from(steps, () => own[Math.floor(random() * own.length)] ?? 0),
    parts: Float64Array.from(steps, ({ part }) => part),
    closes: Uint32Array.from(steps, ({ close }) => close),
  }
}

test('percentiles of 200 learners who choose by chance are uniform', () => {
  const random = seeded(20)
  const percentiles = Array.from({ length: 200 }, (_, learner) => {
    const prices = walks(random)
    const steps = courseBy(random, [1, 3, tickers.length][learner % 3] ?? 1)
    return percentileOf(luckOf({ startingCash, steps, prices, seed: learner, traders: 1_000 }))
  }).toSorted((a, b) => a - b)
  const distances = percentiles.map((percentile, place) =>
    Math.max(
      Math.abs(percentile / 100 - place / 200),
      Math.abs(percentile / 100 - (place + 1) / 200),
    ),
  )
  // The Kolmogorov-Smirnov test at 1 %.
  expect(Math.max(...distances)).toBeLessThan(1.63 / Math.sqrt(200))
})

describe('the best choice', () => {
  const prices = walks(seeded(7))
  const last = prices.length - tickers.length
  const growth = (stock: number) => (prices[last + stock] ?? 0) / (prices[stock] ?? 1)
  const best = tickers.map((_, stock) => stock).toSorted((a, b) => growth(b) - growth(a))

  const percentileWith = (stocks: readonly number[]) => {
    // Equal parts: a fifth of all, a fourth of what is left then, and so on.
    const steps = {
      stocks: Uint8Array.from(stocks),
      parts: Float64Array.from(stocks, (_, place) => 1 / (stocks.length - place)),
      closes: new Uint32Array(stocks.length),
    }
    return percentileOf(luckOf({ startingCash, steps, prices, seed: 3, traders: 1_000 }))
  }

  test('of five in equal parts lies above the 99th percentile', () => {
    expect(percentileWith(best.slice(0, 5))).toBeGreaterThan(99)
  })

  test('of one lies at about the 97th, because one of sixteen has it too', () => {
    expect(Math.abs(percentileWith(best.slice(0, 1)) - 96.875)).toBeLessThan(1.5)
  })

  test('of none, with everything in cash, lies in the middle', () => {
    expect(percentileWith([])).toBe(50)
  })
})

test('no trader ever has less cash than nothing, whatever the learner did', () => {
  fc.assert(
    fc.property(anySteps, fc.integer({ min: 1, max: 1_000_000 }), (steps, seed) => {
      const builder = openReplaySteps(startingCash)
      for (const [place, { entry }] of steps.entries()) builder.add(entry, place % 4)
      const prices = new Float64Array(5 * tickers.length).map((_, place) => 1_00 + place * 37)
      // All prices are zero at the last close, so the value is the cash.
      prices.fill(0, 4 * tickers.length)
      const luck = luckOf({ startingCash, steps: builder.steps(), prices, seed, traders: 20 })
      expect(Math.min(luck.value, ...luck.values)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 300, examples: [[rareSteps, 1]] },
  )
})

test('a sale after a late reverse split sells all that is left, and not more', () => {
  const builder = openReplaySteps(startingCash)
  const entry = { ticker: 'AAPL' as const, at: 0, cost: cents(0), price: cents(10_00) }
  const ratio = { numerator: 1, denominator: 2 }
  builder.add({ ...entry, type: 'BUY', quantity: 10 }, 0)
  builder.add({ ...entry, type: 'SPLIT', quantity: -5, cash: cents(0), ratio }, 0)
  builder.add({ ...entry, type: 'SELL', quantity: 8 }, 0)
  expect(builder.steps().parts[1]).toBe(-1)
})

test('who sells everything on the day they bought it lies in the middle, because all come to the same', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = seeded(seed)
    const builder = openReplaySteps(startingCash)
    for (let day = 0; day < 60; day += 1) {
      const ticker = tickers[Math.floor(random() * tickers.length)] ?? 'AAPL'
      const [quantity, price] = [1 + Math.floor(random() * 30), cents(50_00 + day)]
      const entry = { ticker, quantity, price, at: day, cost: cents(0) }
      builder.add({ ...entry, type: 'BUY' }, day)
      builder.add({ ...entry, type: 'BUY' }, day)
      builder.add({ ...entry, type: 'SELL', quantity: 2 * quantity }, day)
    }
    const prices = walks(random)
    const luck = luckOf({ startingCash, steps: builder.steps(), prices, seed, traders: 100 })
    expect(percentileOf(luck)).toBe(50)
  }
})

test('the same seed draws the same traders, and another one others', () => {
  const facts = { startingCash, steps: courseBy(seeded(1), 3), prices: walks(seeded(2)) }
  const play = (seed: number) => luckOf({ ...facts, seed, traders: 50 }).values
  expect(play(5)).toEqual(play(5))
  expect(play(5)).not.toEqual(play(6))
})

test('every order of names is as likely as every other', () => {
  const random = seeded(11)
  const counts = new Map<string, number>()
  for (let round = 0; round < 24_000; round += 1) {
    const order = shuffled(4, random).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  expect(counts.size).toBe(24)
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
})
