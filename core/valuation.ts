// Values a portfolio at given prices, per stock and in total.
import type { Portfolio, Position } from './ledger.ts'
import { cents, percent, share, times, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

interface Holding {
  readonly ticker: Ticker
  readonly quantity: number
  readonly averagePrice: Cents
  readonly price: Cents
  readonly value: Cents
  readonly gain: Cents
  readonly gainPercent: number
}

export interface Valuation {
  readonly cash: Cents
  readonly holdings: readonly Holding[]
  readonly total: Cents
}

/** Returns the ticker of a missing price instead of guessing a value. */
export function valuationOf(
  { cash, positions }: Portfolio,
  priceOf: (ticker: Ticker) => Cents | null,
): Valuation | { readonly missing: Ticker } {
  const holdings: Holding[] = []
  let total = cash
  for (const [ticker, position] of positions) {
    const price = priceOf(ticker)
    if (price === null) return { missing: ticker }
    const holding = holdingOf(ticker, position, price)
    holdings.push(holding)
    total = cents(total + holding.value)
  }
  return { cash, holdings, total }
}

function holdingOf(ticker: Ticker, { quantity, cost }: Position, price: Cents): Holding {
  const value = times(price, quantity)
  const gain = cents(value - cost)
  return {
    ticker,
    quantity,
    averagePrice: share(cost, 1, quantity),
    price,
    value,
    gain,
    gainPercent: percentOf(gain, cost),
  }
}

/** 0 for a cost of zero: selling half of some shares of a cent each can leave a position without cost. */
export const percentOf = (gain: Cents, of: Cents): number => (of === 0 ? 0 : percent(gain, of))

export interface Return {
  readonly amount: Cents
  readonly percent: number
}

export function returnSince(start: Cents, value: Cents): Return {
  const amount = cents(value - start)
  return { amount, percent: percentOf(amount, start) }
}
