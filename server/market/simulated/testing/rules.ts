// Simple trading rules, and their return on $10,000 over a day.
import { openStartingCash } from '@tengrand/core/contest.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { SimulatedMarket } from '../market.ts'

/** One day of a stock as seen by a program: the price of each second, and the bid and ask a moment later. */
export interface Day {
  readonly shown: Int32Array
  readonly bids: Int32Array
  readonly asks: Int32Array
}

const secondsPerDay = 86_400

/** The delay until the execution of an order that reacts to a streamed price. */
const delayMs = 100

/** Computes all stocks second by second, so that their common part of the market's path is computed once. */
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
  /** The look-back time. */
  readonly seconds: number
  /** Reversion buys after a fall, momentum after a rise. */
  readonly kind: 'reversion' | 'momentum'
}

export const rules: readonly Rule[] = [1, 5, 60, 600, 3600].flatMap((seconds) =>
  (['reversion', 'momentum'] as const).map((kind) => ({
    name: `${kind} over ${seconds} s`,
    seconds,
    kind,
  })),
)

/** Buys or sells everything at each signal, and sells the rest at the end. Returns the gain as a fraction. */
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
