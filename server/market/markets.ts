// Finds the market of a portfolio. So far all contests use the one market of the installation.
import type { Market } from './market.ts'

/** A market and its clock: portfolios are valued and drawn with these alone. */
export interface MarketTime {
  readonly market: Market
  readonly now: () => number
}

/** Asynchronous, because the market of a contest may have to be read first. */
export type MarketOf = (portfolio: { readonly contestId: number }) => Promise<MarketTime>

export const oneMarket =
  (own: MarketTime): MarketOf =>
  async () =>
    own
