// Values the benchmark of a portfolio: its starting cash in equal parts of all stocks, bought at its opening and held.
import { nearestTo, share, type Cents } from './money.ts'
import { tickers, type Ticker } from './tickers.ts'

export interface BenchmarkFacts {
  readonly startingCash: Cents
  /** The prices at the opening, in the shares of `prices`. */
  readonly opening: ReadonlyMap<Ticker, Cents>
  /** One price per instant; null where unknown. */
  readonly prices: ReadonlyMap<Ticker, readonly (Cents | null)[]>
}

/** Returns the value by the index of an instant, null where a price is unknown; null where an opening price is unknown. */
export function openBenchmark(facts: BenchmarkFacts): ((index: number) => Cents | null) | null {
  const bought: Bought[] = []
  for (const ticker of tickers) {
    const opening = facts.opening.get(ticker)
    if (opening === undefined) return null
    const shares = facts.startingCash / tickers.length / opening
    bought.push({ opening, shares, prices: facts.prices.get(ticker) ?? [] })
  }
  return (index) => {
    let value = 0
    for (const { shares, prices } of bought) {
      const price = prices[index] ?? null
      if (price === null) return null
      value += shares * price
    }
    // A response has thousands of values and bigints are slow, so only values near a half cent are computed with them.
    return nearestTo(value) ?? exactly(facts.startingCash, bought, index)
  }
}

interface Bought {
  readonly opening: Cents
  readonly shares: number
  readonly prices: readonly (Cents | null)[]
}

/** Computes with exact fractions over one denominator and rounds once. */
function exactly(startingCash: Cents, bought: readonly Bought[], index: number): Cents {
  const product = bought.reduce((all, { opening }) => all * BigInt(opening), 1n)
  let parts = 0n
  for (const { opening, prices } of bought) {
    parts += (product / BigInt(opening)) * BigInt(prices[index] ?? 0)
  }
  return share(startingCash, parts, product * BigInt(bought.length))
}
