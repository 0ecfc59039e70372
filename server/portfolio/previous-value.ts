// What a portfolio was worth at the last close of the day before: the change of the day is counted from it.
import { netWorthOf } from '@tengrand/core/history.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { HeldPortfolio } from './store.ts'

interface PreviousClose {
  readonly at: number
  readonly priceOf: (ticker: Ticker) => Cents | null
}

/** With what was held then. Null for a closed chapter, and where a close is not known. */
export function previousValueOf(
  { portfolio, openedAt, startingCash, closing, since }: HeldPortfolio,
  { at, priceOf }: PreviousClose,
): Cents | null {
  if (closing !== null) return null
  if (openedAt >= at) return startingCash
  const quantities = new Map(
    [...portfolio.positions].map(([ticker, { quantity }]) => [ticker, quantity]),
  )
  const touched = new Set([...quantities.keys(), ...since.flows.map(({ ticker }) => ticker)])
  // Of now no price is asked for here: that has no point, and the one before it is what is wanted.
  const prices = new Map([...touched].map((ticker) => [ticker, [priceOf(ticker), null]]))
  const { flows, splits } = since
  const facts = {
    cash: portfolio.cash,
    quantities,
    flows,
    splits,
    prices,
    instants: [at, Infinity],
  }
  return netWorthOf(facts).find((point) => point.at === at)?.value ?? null
}
