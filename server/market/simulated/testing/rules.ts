// Simple trading rules, and their return on ten grand over a day.
import { openStartingCash } from '@tengrand/core/contest.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { SimulatedMarket } from '../market.ts'

/** One day of a stock, as a program sees and meets it: a price a second, and what an order gets a moment later. */
export interface Day {
  readonly shown: Int32Array
  readonly bids: Int32Array
  readonly asks: Int32Array
}

const secondsPerDay = 86_400

/** So late does an order arrive that was sent at the word of the stream. */
const delayMs = 100

/** Second by second for all stocks: what they share of the market's path is then computed once. */
export function daysOf(
  market: Pick<SimulatedMarket, 'pricesAt'>,
  tickers: readonly Ticker[],
  start: number,
): { ticker: Ticker; day: Day }[] {
  const days = tickers.map((ticker) => ({ ticker, day: emptyDay() }))
  for (let second = 0; second < secondsPerDay; second += 1) {
    const instant = start + second * 1000
    for (const { ticker, day } of days) {
      day.shown[second] = market.pricesAt(ticker, instant).price
    }
    for (const { ticker, day } of days) {
      const { bid, ask } = market.pricesAt(ticker, instant + delayMs)
      day.bids[second] = bid
      day.asks[second] = ask
    }
  }
  return days
}

const emptyDay = (): Day => ({
  shown: new Int32Array(secondsPerDay),
  bids: new Int32Array(secondsPerDay),
  asks: new Int32Array(secondsPerDay),
})

export interface Rule {
  readonly name: string
  /** How far it looks back. */
  readonly seconds: number
  /** Reversion buys what has fallen, momentum what has risen. */
  readonly kind: 'reversion' | 'momentum'
}

export const rules: readonly Rule[] = [1, 5, 60, 600, 3600].flatMap((seconds) =>
  (['reversion', 'momentum'] as const).map((kind) => ({
    name: `${kind} over ${seconds} s`,
    seconds,
    kind,
  })),
)

/** All in and all out, at every signal; what is left at the end is sold. The return as a part of one. */
export function returnOf({ seconds, kind }: Rule, { shown, bids, asks }: Day): number {
  let cash: number = openStartingCash
  let shares = 0
  const at = (prices: Int32Array, second: number): number => prices[second] ?? 0
  for (let second = seconds; second < secondsPerDay; second += 1) {
    const change = at(shown, second) - at(shown, second - seconds)
    if (change === 0) continue
    const isBuy = change < 0 === (kind === 'reversion')
    if (isBuy && shares === 0) {
      const ask = at(asks, second)
      shares = Math.floor(cash / ask)
      cash -= shares * ask
    } else if (!isBuy && shares > 0) {
      cash += shares * at(bids, second)
      shares = 0
    }
  }
  return (cash + shares * at(bids, secondsPerDay - 1)) / openStartingCash - 1
}

export interface Pooled {
  readonly mean: number
  readonly standardError: number
}

export function pool(returns: readonly number[]): Pooled {
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length
  const squares = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, standardError: Math.sqrt(squares / (returns.length - 1) / returns.length) }
}
