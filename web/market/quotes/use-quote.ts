// Live quotes in a component: it is drawn anew when its own stock changes, and for no other.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'

import type { LiveQuote } from './board.ts'
import { browserMeans } from './browser.ts'
import { makeQuotes } from './quotes.ts'

/** A context only so that a test can bring its own. */
export const QuotesContext = createContext(makeQuotes(document, browserMeans))

/** Null until there is a price, and for what is not a stock. */
export function useQuote(ticker: Ticker | null): LiveQuote | null {
  const quotes = use(QuotesContext)
  const subscribe = useCallback(
    (listener: () => void) => (ticker === null ? () => {} : quotes.watch(ticker, listener)),
    [quotes, ticker],
  )
  return useSyncExternalStore(subscribe, () => (ticker === null ? null : quotes.get(ticker)))
}

export function useLive(): boolean {
  const quotes = use(QuotesContext)
  return useSyncExternalStore(quotes.watchLive, quotes.isLive)
}
