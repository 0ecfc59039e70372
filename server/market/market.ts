// What the product knows of a market, whichever source its prices come from.
import type { Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Quote } from '@tengrand/core/quote.ts'
import { isOpen } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'

export interface Market {
  readonly hours: MarketHours
  /** The latest price, or null where there is none. It is at hand: no round trip is made for it. */
  quote(ticker: Ticker): Quote | null
  /** The latest price; where none is at hand, the source is asked for it. */
  find(ticker: Ticker): Promise<Quote | null>
  /**
   * The prices at which orders are decided: never older than one that any node has shown. The instant is the
   * database's own, after the locks of the order; without one they are those that are shown.
   */
  quotesIn(
    tx: Tx,
    tickers: readonly Ticker[],
    instant?: number,
  ): Promise<ReadonlyMap<Ticker, Quote>>
  /**
   * True once there is a price that the source was asked for after an instant; false where none came in time. A market
   * that computes its prices has no use for it: each is of its own moment.
   */
  readonly freshFor?: (ticker: Ticker, arrivedAt: number) => Promise<boolean>
  /** The close before today's first price, from which the change of the day is counted; at hand as well. */
  previousClose(ticker: Ticker): Cents | null
  /** The same for all stocks, with the instant that they are of: prices go by another clock than whoever asks. */
  previousCloses(): PreviousCloses
  /**
   * At every full hour of trading from the first instant on and up to now; both may be closed hours. Who needs no more
   * than up to an earlier instant says so: hours are many, and those after it may be among them or not.
   */
  hourly(ticker: Ticker, from: number, until?: number, patience?: Patience): Promise<History>
  /** The closes of the days from the one of the first instant on that are over. */
  daily(ticker: Ticker, from: number, patience?: Patience): Promise<History>
  /** The prices that stood at an instant of the past; a stock whose price is not known is missing. */
  pricesAt(tickers: readonly Ticker[], instant: number): Promise<ReadonlyMap<Ticker, Cents>>
  /** Told of every change of prices, as it happens. Returns the way to stop listening. */
  subscribe(listener: (changed: readonly Quote[]) => void): () => void
  close(): Promise<void>
}

/** Where nothing is stored the source is asked, and may take its time; nobody waits for what is only nice to have. */
export type Patience = 'asks' | 'as stored'

export interface PreviousCloses {
  readonly at: number
  readonly priceOf: (ticker: Ticker) => Cents | null
}

export interface PricePoint {
  readonly at: number
  readonly price: Cents
}

export type History =
  | { readonly points: readonly PricePoint[] }
  | { readonly refusal: { readonly code: 'history_unavailable' | 'unavailable' } }

/** How old the prices are that are shown, in seconds; a stock without a price is missing. */
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
