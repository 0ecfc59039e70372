// What a source of real prices can be asked, and how it may fail to answer.
import type { Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { UpstreamResult } from '../../metrics/metrics.ts'

export interface Provider {
  readonly name: 'alpaca' | 'yahoo'
  /** How often it may be asked for the latest prices while the market is open. */
  readonly liveEverySeconds: number
  /** How many stocks one request for the latest prices is about. */
  readonly stocksPerCall: number
  /** So long after a stock was asked for it is not asked for again. */
  readonly sameStockEveryMs: number
  /** So long after its end a bar is asked for, because callers keep it: late trades still change it for some minutes. */
  readonly barSettlesMs: number
  /**
   * As traded, never adjusted. A ticker without a price is missing from the answer. Each request is made once and shared
   * with no other request: the time at which it began is what makes its answer worth something.
   */
  latest(tickers: readonly Ticker[]): Promise<Asked<readonly Price[]>>
  /**
   * Both ends included, in milliseconds since 1970, UTC. What a provider does not have is missing:
   * from Yahoo only the hours of the last 58 days can be had.
   */
  history(ticker: Ticker, from: number, to: number, step: Step): Promise<Asked<History>>
}

export type Step = 'hour' | 'day'

export interface Price {
  readonly ticker: Ticker
  readonly cents: Cents
  readonly at: number
}

/**
 * Bars and splits belong together: the bars are adjusted for exactly these splits, which are all
 * that are known from the day of `from` until now, even when `to` is earlier.
 */
export interface History {
  readonly bars: readonly Bar[]
  readonly splits: readonly Split[]
}

/**
 * The last price at or before an instant: for a day its session's close, for an hour a full clock
 * hour of the session, of which the last is its close as well. So 10:00 to 16:00 in New York.
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

export type Asked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure }

/** The reason is for the log and holds no secret. */
export type Failure =
  | {
      readonly kind: 'unknown_ticker' | 'unavailable' | 'not_permitted' | 'bad_data' | 'not_yet'
      readonly reason: string
    }
  | { readonly kind: 'rate_limited'; readonly retryAt: number; readonly reason: string }

/** What a provider needs from outside; `wait` and the time limit are set by tests only. */
export interface Surroundings {
  readonly baseUrl: string
  readonly now: () => number
  /** From 0 up to 1, as Math.random gives. */
  readonly random: () => number
  readonly log: Log
  /** Told after each request that was made. */
  readonly onCall?: (result: UpstreamResult) => void
  readonly wait?: (ms: number) => Promise<unknown>
  readonly timeLimitMs?: number
}

export interface Log {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
