// Where the money of a portfolio is: each stock and the cash, as parts of the whole.
import { fromDollars, percent, type Cents } from '@tengrand/core/money.ts'

import type { Portfolio } from './queries.ts'

export interface Part {
  /** A ticker; null is the cash. */
  readonly ticker: string | null
  readonly value: Cents
  /** Of everything together, in percent. */
  readonly share: number
}

/** The largest first; the cash, which is not invested, stands last. */
export function partsOf({ holdings, cash_balance, total_value }: Portfolio): Part[] {
  const total = fromDollars(total_value)
  const partOf = (ticker: string | null, dollars: number): Part => {
    const value = fromDollars(dollars)
    return { ticker, value, share: total === 0 ? 0 : percent(value, total) }
  }
  const stocks = holdings.map(({ ticker, market_value }) => partOf(ticker, market_value))
  return [...stocks.toSorted((a, b) => b.value - a.value), partOf(null, cash_balance)]
}
