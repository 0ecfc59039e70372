// Parses a provider's splits, and adjusts bars that the provider has not adjusted for them.
import { startOfDay, type Day } from '@tengrand/core/day.ts'
import { cents, share } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Bar, Split } from './provider.ts'
import { decimalsOf } from './wire.ts'

/** In lowest terms, so that 1998 for 1000 and 1.998 for 1 are the same split. */
export function splitOf(ticker: Ticker, day: Day, newRate: number, oldRate: number): Split {
  const decimals = Math.max(decimalsOf(newRate), decimalsOf(oldRate))
  // Shifts the decimal point in the text, which is exact.
  const numerator = Number(`${newRate}e${decimals}`)
  const denominator = Number(`${oldRate}e${decimals}`)
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { ticker, day, numerator: numerator / divisor, denominator: denominator / divisor }
}

/** The splits of a range of days, sorted, one per day: a repeated split is a correction. */
export function splitsWithin(splits: readonly Split[], first: Day, last: Day): Split[] {
  const byDay = new Map<Day, Split>()
  for (const split of splits) {
    const isReal = split.numerator !== split.denominator
    if (isReal && split.day >= first && split.day <= last) byDay.set(split.day, split)
  }
  return [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/**
 * Both providers have listed a split and still returned the bars before it unadjusted (Alpaca for AAPL 2020-08-31,
 * Yahoo for hours). This converts such bars to new shares. Null if nothing was traded since the split, because then it
 * is unknown whether the bars are adjusted.
 */
export function reconcile(bars: readonly Bar[], splits: readonly Split[]): readonly Bar[] | null {
  let agreed = bars
  for (const split of splits) {
    const splitAt = startOfDay(split.day)
    const earlier = agreed.filter(({ at }) => at < splitAt)
    const later = agreed.slice(earlier.length)
    const [before, after] = [earlier.at(-1), later[0]]
    if (before && !after) return null
    if (before && after && isUnadjusted(before, after, split)) {
      agreed = [...earlier.map((bar) => inNewShares(bar, split)), ...later]
    }
  }
  return agreed
}

// Below a ratio of 3 for 2, a jump could also come from news.
const ratioLogMin = Math.log(1.5)

// Compares logarithms, because doubling and halving are then equally far: is the step closer to the ratio or to none?
function isUnadjusted(before: Bar, after: Bar, { numerator, denominator }: Split): boolean {
  const ratio = Math.log(numerator / denominator)
  const step = Math.log(before.cents / after.cents)
  // The tolerance covers the rounding error of the logarithm for exactly 3 for 2.
  return Math.abs(ratio) > ratioLogMin - 1e-9 && Math.abs(step - ratio) < Math.abs(step)
}

const inNewShares = (bar: Bar, { numerator, denominator }: Split): Bar => ({
  at: bar.at,
  cents: cents(Math.max(1, share(bar.cents, denominator, numerator))),
})

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)
