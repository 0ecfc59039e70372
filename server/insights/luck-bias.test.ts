// How much the luck percentile depends on when a learner sells; docs/insights.md and the page state the measured
// numbers.
import { readFileSync } from 'node:fs'

import { luckOf, percentileOf, type LuckFacts } from '@tengrand/core/luck.ts'
import { cents } from '@tengrand/core/money.ts'
import { seeded, shuffled } from '@tengrand/core/random.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import { isLong } from '../testing/effort.ts'

const size = isLong ? { learners: 2_000, traders: 200 } : { learners: 200, traders: 40 }
/** Each of these learners opens the page up to 21 times. */
const watching = isLong ? { learners: 400, traders: 100 } : { learners: 60, traders: 40 }
/** The numbers in the documentation: average percentiles, and of 100 learners those at 95 or above. */
const told = { winners: 56, losers: 44, soldAt95: 20 }
const days = 120
const stocks = tickers.length

interface Step {
  readonly stock: number
  readonly part: number
  readonly close: number
}

/** Sixteen slightly correlated random walks without a trend. */
function walks(random: () => number): Float64Array {
  const prices = new Float64Array(days * stocks).fill(100_00)
  for (let day = 1; day < days; day += 1) {
    const together = (random() - 0.5) * 0.02
    for (let place = day * stocks; place < (day + 1) * stocks; place += 1) {
      const before = prices[place - stocks] ?? 0
      prices[place] = before * (1 + together + (random() - 0.5) * 0.06)
    }
  }
  return prices
}

/** Buys equal parts of five random stocks on the first day. */
const purchases = (random: () => number): Step[] =>
  shuffled(stocks, random)
    .slice(0, 5)
    .map((stock, place) => ({ stock, part: 1 / (5 - place), close: 0 }))

const saleOf = (stock: number, close: number): Step => ({ stock, part: -1, close })

interface Wanted {
  readonly prices: Float64Array
  readonly steps: readonly Step[]
  readonly seed: number
  readonly traders: number
  /** The index of the last close that counts. */
  readonly until?: number
}

function percentile({ prices, steps, seed, traders, until = days - 1 }: Wanted): number {
  const facts: LuckFacts = {
    startingCash: cents(10_000_00),
    prices: prices.subarray(0, (until + 1) * stocks),
    steps: {
      stocks: Uint8Array.from(steps, ({ stock }) => stock),
      parts: Float64Array.from(steps, ({ part }) => part),
      closes: Uint32Array.from(steps, ({ close }) => close),
    },
    seed,
  }
  return percentileOf(luckOf({ ...facts, traders }))
}

type Habit = (bought: readonly Step[], prices: Float64Array) => readonly Step[]

/** Sells each stock at the first close whose gain since the purchase meets the condition. */
const sellsAt =
  (isReason: (gain: number) => boolean): Habit =>
  (bought, prices) =>
    bought
      .flatMap(({ stock }) => {
        const gainAt = (close: number) =>
          (prices[close * stocks + stock] ?? 0) / (prices[stock] ?? 1) - 1
        const day = Array.from({ length: days - 1 }, (_, place) => place + 1).find((close) =>
          isReason(gainAt(close)),
        )
        return day === undefined ? [] : [saleOf(stock, day)]
      })
      .toSorted((a, b) => a.close - b.close)

/** The average for many learners with the habit; learners and prices are the same for each habit. */
function averageOf(habit: Habit): number {
  const random = seeded(7)
  let sum = 0
  for (let seed = 1; seed <= size.learners; seed += 1) {
    const prices = walks(random)
    const bought = purchases(random)
    const steps = [...bought, ...habit(bought, prices)]
    sum += percentile({ prices, steps, seed, traders: size.traders })
  }
  return sum / size.learners
}

const page = readFileSync(new URL('../../docs/insights.md', import.meta.url), 'utf8')

/** The tolerance of an average of this many percentiles: four standard errors. */
const errorOf = (count: number): number => (4 * 29) / Math.sqrt(count)

/** Only `npm run test:long` prints the measurements. */
function report(words: string): void {
  if (isLong) process.stdout.write(`${words}\n`)
}

test('selling what has risen raises the percentile, and selling what has fallen lowers it', () => {
  const held = averageOf(() => [])
  const winners = averageOf(sellsAt((gain) => gain > 0.05))
  const losers = averageOf(sellsAt((gain) => gain < -0.05))
  const averages = [held, winners, losers].map((average) => average.toFixed(1))
  report(`average percentile: held, sold winners, sold losers: ${averages.join(', ')}`)
  const error = errorOf(size.learners)
  expect(Math.abs(held - 50)).toBeLessThan(error)
  expect(winners - held).toBeGreaterThan(3)
  expect(held - losers).toBeGreaterThan(3)
  expect(Math.abs(winners - told.winners)).toBeLessThan(error)
  expect(Math.abs(losers - told.losers)).toBeLessThan(error)
  expect(page).toContain(`| sells each stock once it has risen by 5 % | ${told.winners} |`)
  expect(page).toContain(`| sells each stock once it has fallen by 5 % | ${told.losers} |`)
})

test('a learner who sells everything once the page says 95 ends there too often', () => {
  const random = seeded(9)
  const { learners, traders } = watching
  const ends = { held: 0, sold: 0 }
  for (let seed = 1; seed <= learners; seed += 1) {
    const prices = walks(random)
    const bought = purchases(random)
    const at = (until: number, steps: readonly Step[]) =>
      percentile({ prices, steps, seed, traders, until })
    const looks = Array.from({ length: 21 }, (_, place) => 14 + 5 * place)
    const high = looks.find((close) => at(close, bought) >= 95)
    const sales = high === undefined ? [] : bought.map(({ stock }) => saleOf(stock, high))
    if (at(days - 1, bought) >= 95) ends.held += 1
    if (at(days - 1, [...bought, ...sales]) >= 95) ends.sold += 1
  }
  const [held, sold] = [ends.held, ends.sold].map((count) => (100 * count) / learners)
  report(`at 95 or above, of a hundred: held ${held}, sold at 95 ${sold}`)
  expect(held).toBeLessThan(10)
  expect(sold).toBeGreaterThan(10)
  // Three standard errors of a share of one fifth.
  expect(Math.abs((sold ?? 0) - told.soldAt95)).toBeLessThan((3 * 40) / Math.sqrt(learners))
  expect(page).toContain(`${told.soldAt95} of 100 instead of 5`)
})
