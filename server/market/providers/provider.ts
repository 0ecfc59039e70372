// The interface of a provider of real prices: its calls, its data and its failures.
import type { Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { UpstreamResult } from '../../metrics/metrics.ts'

export interface Provider {
  readonly name: 'alpaca' | 'yahoo'
  /** The interval between two requests for the latest prices while the market is open. */
  readonly liveEverySeconds: number
  /** The number of stocks in one request for the latest prices. */
  readonly stocksPerCall: number
  /** The least interval between two requests for the same stock. */
  readonly sameStockEveryMs: number
  /** The delay before a bar is requested, because late trades change it for some minutes and callers store it. */
  readonly barSettlesMs: number
  /**
   * Prices as traded, never adjusted. A ticker without a price is missing. Never retried and never shared: callers rely
   * on the price being newer than the start of their request.
   */
  latest(tickers: readonly Ticker[]): Promise<Fetched<readonly Price[]>>
  /**
   * Bars and splits of a range in milliseconds since 1970 (UTC), both ends included. Bars that the provider does not
   * have are missing: Yahoo has hours of the last 58 days only.
   */
  history(ticker: Ticker, from: number, to: number, step: Step): Promise<Fetched<History>>
}

export type Step = 'hour' | 'day'

export interface Price {
  readonly ticker: Ticker
  readonly cents: Cents
  readonly at: number
}

/**
 * The bars are adjusted for exactly these splits, which are all known ones from the day of `from` until now, even if
 * `to` is earlier.
 */
export interface History {
  readonly bars: readonly Bar[]
  readonly splits: readonly Split[]
}

/**
 * The last price at or before an instant: for a day the close of its session, for an hour a full clock hour within the
 * session, from 10:00 to 16:00 in New York. The last hour ends with the close.
 */
export interface Bar {
  readonly at: number
  readonly cents: Cents
}

/** In lowest terms: ten new shares for one are 10/1, one new share for eight is 1/8. */
export interface Split {
  readonly ticker: Ticker
  /** The first session at the new price. */
  readonly day: Day
  readonly numerator: number
  readonly denominator: number
}

export type Fetched<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure }

/** The reason is logged, so it must not contain a secret. */
export type Failure =
  | {
      readonly kind: 'unknown_ticker' | 'unavailable' | 'not_permitted' | 'bad_data' | 'not_yet'
      readonly reason: string
    }
  | { readonly kind: 'rate_limited'; readonly retryAt: number; readonly reason: string }

/** The dependencies of a provider; only tests set `wait` and the time limit. */
export interface ProviderContext {
  readonly baseUrl: string
  readonly now: () => number
  /** Returns numbers from 0 up to 1, as Math.random does. */
  readonly random: () => number
  readonly log: Log
  /** Called after each request. */
  readonly onCall?: (result: UpstreamResult) => void
  readonly wait?: (ms: number) => Promise<unknown>
  readonly timeLimitMs?: number
}

export interface Log {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
