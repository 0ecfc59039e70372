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
  /** From 1 on; no two have the same. */
  readonly rank: number
  readonly cash: Cents
  readonly value: Cents
}

/**
 * As the statement of server/contest/write-ranking.ts has it, in plain code for the tests that compare the two.
 * Everybody began with the same ten grand, so who has the higher value has the higher return. Of two that are equal,
 * the one who traded first is ahead. Without the price of a stock that somebody holds there is no ranking at all: it
 * would be unfair to those who hold it, or a guess.
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
