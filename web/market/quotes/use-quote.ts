// Live quotes in a component: it is drawn anew when its own stock changes, and for no other.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'

import { MarketContext } from '../market-context.ts'
import type { LiveQuote } from './board.ts'
import { browserMeans } from './browser.ts'
import { makeQuotes, type Quotes } from './quotes.ts'

/** What a part of a screen reads instead of the quotes of its market: slower ones, or those of a test. */
export const QuotesContext = createContext<Quotes | null>(null)

/** The quotes of the market that the screen is about. Each market has one stream for all tabs. */
export function useQuotes(): Quotes {
  const market = use(MarketContext)
  return use(QuotesContext) ?? quotesOf(market)
}

const quotesByMarket = new Map<string, Quotes>()

function quotesOf(market: string): Quotes {
  const quotes = quotesByMarket.get(market) ?? makeQuotes(document, () => browserMeans(market))
  quotesByMarket.set(market, quotes)
  return quotes
}

/** Null until there is a price, and for what is not a stock. */
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
