// Holds the latest prices of a provider's market and the previous closes in memory.
import type { Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { previousCloseAt } from '@tengrand/core/trading-day.ts'

import type { Db } from '../../db/handle.ts'
import type { PreviousCloses } from '../market.ts'
import { readCloses, readQuotes } from '../store.ts'

export type LatestPrices = ReturnType<typeof createLatestPrices>

export function createLatestPrices(db: Db, now: () => number, hours: MarketHours) {
  let quotes = new Map<Ticker, Quote>()
  let closes: PreviousCloses = { at: previousCloseAt(now(), hours), priceOf: () => null }
  return {
    fill: async (): Promise<void> => {
      const close = previousCloseAt(now(), hours)
      const [read, before] = await Promise.all([readQuotes(db), readCloses(db, close)])
      quotes = new Map(read.map((quote) => [quote.ticker, quote]))
      closes = { at: close, priceOf: (ticker) => before.get(ticker) ?? null }
    },
    quotes: (): Quote[] => [...quotes.values()],
    quote: (ticker: Ticker): Quote | null => quotes.get(ticker) ?? null,
    /** When the request for the stored price began; 0 without a price. */
    askedAt: (ticker: Ticker): number => quotes.get(ticker)?.askedAt ?? 0,
    close: (ticker: Ticker): Cents | null => closes.priceOf(ticker),
    closes: (): PreviousCloses => closes,
  }
}
