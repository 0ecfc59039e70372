// The interface of a market, whichever source its prices come from, and what every implementation needs.
import type { Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Quote } from '@tengrand/core/quote.ts'
import { isOpen } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'

export interface Market {
  readonly hours: MarketHours
  /** The latest price from memory, or null without one. */
  quote(ticker: Ticker): Quote | null
  /** The latest price; waits for the source where memory has none. */
  find(ticker: Ticker): Promise<Quote | null>
  /**
   * The prices at which orders are decided: never older than one that any node has shown. The instant is the
   * database's, read after the locks of the order; without one these are the prices that are shown.
   */
  quotesIn(
    tx: Tx,
    tickers: readonly Ticker[],
    instant?: number,
  ): Promise<ReadonlyMap<Ticker, Quote>>
  /**
   * Resolves with true once there is a price whose request began after an instant, with false when none came in time.
   * Missing in a market that computes its prices: each is of its own moment.
   */
  readonly freshFor?: (ticker: Ticker, arrivedAt: number) => Promise<boolean>
  /** The close before today's first price, from which the day's change is computed; from memory. */
  previousClose(ticker: Ticker): Cents | null
  /** The same for all stocks, with their instant: the market's clock can differ from the caller's. */
  previousCloses(): PreviousCloses
  /**
   * The prices at every full hour of trading from the first instant to now, both included. `until` allows the market to
   * leave out later hours; the answer may have them nevertheless.
   */
  hourly(ticker: Ticker, from: number, until?: number, policy?: FetchPolicy): Promise<History>
  /** The closes of the completed days, beginning with the day of the first instant. */
  daily(ticker: Ticker, from: number, policy?: FetchPolicy): Promise<History>
  /**
   * The days of a stock's earnings reports: the announced one, and those of the last year whose session has begun. Missing
   * in a provider's market.
   */
  readonly earnings?: (ticker: Ticker) => Earnings
  /** The prices at a past instant; a stock without a known price is missing. */
  pricesAt(tickers: readonly Ticker[], instant: number): Promise<ReadonlyMap<Ticker, Cents>>
  /** Calls the listener with every change of prices. Returns the function that unsubscribes it. */
  subscribe(listener: PriceListener): () => void
  close(): Promise<void>
}

type PriceListener = (changed: readonly Quote[]) => void

/** Where no prices are stored: 'fetch' waits for the source, 'stored-only' returns none. */
export type FetchPolicy = 'fetch' | 'stored-only'

export interface PreviousCloses {
  readonly at: number
  readonly priceOf: (ticker: Ticker) => Cents | null
}

export interface PricePoint {
  readonly at: number
  readonly price: Cents
}

interface Earnings {
  readonly next: Day | null
  /** The earliest first. */
  readonly past: readonly Day[]
}

export type History =
  | { readonly points: readonly PricePoint[] }
  | { readonly refusal: { readonly code: 'history_unavailable' | 'unavailable' } }

/** The age of each shown price in seconds; a stock without a price is missing. */
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

/** Notifies subscribers of each quote whose price or previous close has changed since the last announcement. */
export function createAnnouncer() {
  const listeners = new Set<PriceListener>()
  const announced = new Map<Ticker, string>()
  return {
    subscribe: (listener: PriceListener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce: (quotes: readonly Quote[], closeOf: (ticker: Ticker) => Cents | null): void => {
      const changed = quotes.filter(({ ticker, price, bid, ask }) => {
        const state = `${price} ${bid} ${ask} ${closeOf(ticker)}`
        if (announced.get(ticker) === state) return false
        announced.set(ticker, state)
        return true
      })
      if (changed.length > 0) for (const listener of listeners) listener(changed)
    },
  }
}
