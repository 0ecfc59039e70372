// A reference implementation of the ranking: by return, at one common set of prices.
import type { Portfolio } from '../ledger.ts'
import type { Cents } from '../money.ts'
import type { Ticker } from '../tickers.ts'
import { valuationOf } from '../valuation.ts'

export interface Contestant extends Portfolio {
  readonly id: number
  /** Null for an account without trades, which is not ranked. */
  readonly firstTradeAt: number | null
}

export interface RankedAccount {
  readonly id: number
  /** The rank, counted from 1; every rank is unique. */
  readonly rank: number
  readonly cash: Cents
  readonly value: Cents
}

/**
 * The same ranking as the SQL statement of server/contest/write-ranking.ts, in plain code for tests that compare both.
 * All contestants start with the same cash, so a higher value is a higher return; of equal values, the earlier first
 * trade ranks higher. If the price of a held stock is missing, there is no ranking, because it would be a guess.
 */
export function rankingOf(
  contestants: readonly Contestant[],
  priceOf: (ticker: Ticker) => Cents | null,
): readonly RankedAccount[] | { readonly missing: Ticker } {
  const valued: (Omit<RankedAccount, 'rank'> & { readonly firstTradeAt: number })[] = []
  for (const { id, firstTradeAt, ...portfolio } of contestants) {
    if (firstTradeAt === null) continue
    const valuation = valuationOf(portfolio, priceOf)
    if ('missing' in valuation) return valuation
    valued.push({ id, firstTradeAt, cash: valuation.cash, value: valuation.total })
  }
  return valued
    .toSorted((a, b) => b.value - a.value || a.firstTradeAt - b.firstTradeAt || a.id - b.id)
    .map(({ id, cash, value }, index) => ({ id, rank: index + 1, cash, value }))
}
