// The price of a stock as the page shows it: the newest of what the stream, the call and a refused order have told.
import type { Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { useCurrentPrice } from '../market/prices.ts'
import { useQuote } from '../market/quotes/use-quote.ts'
import { readPrices } from '../market/quotes/wire.ts'
import type { PriceNow } from './price-line.ts'

export type StockNow = PriceNow & Prices

interface Stock {
  readonly now: StockNow | null
  readonly warning: string | null
  readonly error: Error | null
  readonly retry: () => void
  /** An order was refused because this is the price now. */
  readonly tell: (price: Cents) => void
}

/** A live price is the newest there is; how fresh it is, and why there is none, only the call can say. */
export function useStock(symbol: string, ticker: Ticker | null): Stock {
  const live = useQuote(ticker)
  const { data, error, refetch } = useCurrentPrice(symbol)
  const [told, setTold] = useState<Told | null>(null)
  const asked = data ? { ...readPrices(data), at: null } : null
  const toldNow = told !== null && told.data === data ? told.now : asked
  return {
    // A stream that has gone quiet must not hide what was told after its last word.
    now: told !== null && told.live === live ? toldNow : (live ?? asked),
    warning: data?.warning ?? null,
    error,
    retry: () => void refetch(),
    // Of the other side nothing is known, and the learner reviews this one.
    tell: (price) => setTold({ now: { price, bid: price, ask: price, at: null }, live, data }),
  }
}

interface Told {
  readonly now: StockNow
  /** What was known then. */
  readonly live: unknown
  readonly data: unknown
}
