// Hooks for live quotes: a component renders only when its own stock changes.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'

import { MarketContext } from '../market-context.ts'
import type { LiveQuote } from './board.ts'
import { browserSources } from './browser.ts'
import { makeQuotes, type Quotes } from './quotes.ts'

/** Overrides the quotes of the market below it, for throttled quotes and for tests. */
export const QuotesContext = createContext<Quotes | null>(null)

/** Returns the quotes of the market that the screen shows. */
export function useQuotes(): Quotes {
  const market = use(MarketContext)
  return use(QuotesContext) ?? quotesOf(market)
}

const quotesByMarket = new Map<string, Quotes>()

function quotesOf(market: string): Quotes {
  const quotes = quotesByMarket.get(market) ?? makeQuotes(document, () => browserSources(market))
  quotesByMarket.set(market, quotes)
  return quotes
}

/** Null until there is a price, and for a null ticker. */
export function useQuote(ticker: Ticker | null): LiveQuote | null {
  const quotes = useQuotes()
  const subscribe = useCallback(
    (listener: () => void) => (ticker === null ? () => {} : quotes.watch(ticker, listener)),
    [quotes, ticker],
  )
  return useSyncExternalStore(subscribe, () => (ticker === null ? null : quotes.get(ticker)))
}

export function useLive(): boolean {
  const quotes = useQuotes()
  return useSyncExternalStore(quotes.watchLive, quotes.isLive)
}
