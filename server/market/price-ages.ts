// How old the prices are that are shown, and whether there should be newer ones.
import { isOpen } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Market } from './market.ts'

/** In seconds; a stock without a price is missing. */
export function priceAges(
  { quote }: Pick<Market, 'quote'>,
  now: number,
): ReadonlyMap<Ticker, number> {
  const ages = new Map<Ticker, number>()
  for (const ticker of tickers) {
    const at = quote(ticker)?.at
    if (at !== undefined) ages.set(ticker, Math.max(0, now - at) / 1000)
  }
  return ages
}

export const isMarketOpen = ({ hours }: Pick<Market, 'hours'>, now: number): boolean =>
  hours === 'always' || isOpen(now)
