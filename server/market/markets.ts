// Which market a portfolio is in. So far all contests are in the one that this installation has.
import type { Market } from './market.ts'

/** The prices and hours of a market, and its present moment: portfolios are valued and drawn by these alone. */
export interface MarketTime {
  readonly market: Market
  readonly now: () => number
}

export type MarketOf = (portfolio: { readonly contestId: number }) => MarketTime

export const oneMarket =
  (own: MarketTime): MarketOf =>
  () =>
    own
