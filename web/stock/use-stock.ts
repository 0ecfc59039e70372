// The price of a stock that its page shows: the newest of the live quote, the query, and the price in a refused order.
import type { Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { useCurrentPrice } from '../market/prices.ts'
import { useQuote } from '../market/quotes/use-quote.ts'
import { readPrices } from '../market/quotes/wire.ts'
import type { PriceNow } from './price-line.ts'

export type StockNow = PriceNow & Prices

/** A price that replaced the one of an order, with the quote and the answer that were shown then. */
interface MovedPrice {
  readonly now: StockNow
  readonly live: unknown
  readonly data: unknown
}

/** The live quote is the newest price; only the query has the warning about an old price, and the error. */
export function useStock(symbol: string, ticker: Ticker | null) {
  const live = useQuote(ticker)
  const { data, error, refetch } = useCurrentPrice(symbol)
  const [moved, setMoved] = useState<MovedPrice | null>(null)
  const queried = data ? { ...readPrices(data), at: null } : null
  const movedNow = moved !== null && moved.data === data ? moved.now : queried
  return {
    // The price of a refused order is newer than a stream that has been quiet since.
    now: moved !== null && moved.live === live ? movedNow : (live ?? queried),
    warning: data?.warning ?? null,
    error,
    retry: () => void refetch(),
    /** An order was refused because this is the price now. The other side of the quote is not known. */
    setMoved: (price: Cents) =>
      setMoved({ now: { price, bid: price, ask: price, at: null }, live, data }),
  }
}
