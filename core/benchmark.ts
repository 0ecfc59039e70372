// The market as a yardstick: a portfolio's starting cash in equal parts of all stocks, bought when it was opened and left alone.
import { nearestTo, share, type Cents } from './money.ts'
import { tickers, type Ticker } from './tickers.ts'

export interface BenchmarkFacts {
  readonly startingCash: Cents
  /** When the portfolio was opened, of a share as the prices count it. */
  readonly opening: ReadonlyMap<Ticker, Cents>
  /** By stock one price for each instant; null where it is not known. */
  readonly prices: ReadonlyMap<Ticker, readonly (Cents | null)[]>
}

/** Tells what it is worth at an instant: null where a price is not known. Null where an opening price is not. */
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
    // Thousands are made in one answer, and fractions are slow: they are for what lies near a half cent.
    return nearestTo(value) ?? exactly(facts.startingCash, bought, index)
  }
}

interface Bought {
  readonly opening: Cents
  readonly shares: number
  readonly prices: readonly (Cents | null)[]
}

/** With parts of shares as fractions of one denominator, rounded once. */
function exactly(startingCash: Cents, bought: readonly Bought[], index: number): Cents {
  const product = bought.reduce((all, { opening }) => all * BigInt(opening), 1n)
  let parts = 0n
  for (const { opening, prices } of bought) {
    parts += (product / BigInt(opening)) * BigInt(prices[index] ?? 0)
  }
  return share(startingCash, parts, product * BigInt(bought.length))
}
