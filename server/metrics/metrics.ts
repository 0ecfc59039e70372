// The interface through which features report metrics, independent of Prometheus.
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { PoolUsage } from '../db/handle.ts'

export interface Metrics {
  readonly isOn: boolean
  /** The seconds are null for a stream, which lasts as long as its client. */
  readonly onRequest: (call: string, status: number, seconds: number | null) => void
  /** The outcome of an order: `executed` at once, `waiting` and later `filled`, or the code of its refusal. */
  readonly onOutcome: (outcome: string) => void
  /** Called at the start of a batch of orders, with its size and how long its first order waited in the queue. */
  readonly onBatch: (orders: number, waitedMs: number) => void
  /** Called with the time from the beginning of a lesson's tick until its prices are sent. */
  readonly onTick: (delayMs: number) => void
  readonly upstream: (provider: string) => (result: UpstreamResult) => void
  readonly task: (name: TaskName) => OnRun
  /** Adds sources of gauges, which are read at each scrape. */
  readonly watch: (sources: Partial<Sources>) => void
}

/** `refused` is a rate limit of the provider; `failed` is any other failure. */
export type UpstreamResult = 'answered' | 'refused' | 'failed'

/** Called after each run of a job. */
export type OnRun = (isDone: boolean) => void

/** A closed list, because the values of a label must be bounded. */
type TaskName =
  | 'bars'
  | 'clock'
  | 'clock_mark'
  | 'guests'
  | 'leagues'
  | 'mail'
  | 'mail_lease'
  | 'orders'
  | 'prices'
  | 'price_reads'
  | 'price_wants'
  | 'ranking'
  | 'splits'
  | 'sweep'

export interface Sources {
  readonly queuedOrders: () => number
  readonly openStreams: () => number
  readonly sharedPool: () => PoolUsage
  readonly orderPool: () => PoolUsage
  /** In seconds; a stock without a price is missing. */
  readonly priceAges: () => ReadonlyMap<Ticker, number>
  readonly isMarketOpen: () => boolean
  readonly totals: () => Promise<Totals>
}

/** Read from the database. */
export interface Totals {
  readonly accounts: number
  readonly trades: number
  readonly openLeagues: number
  readonly leagueMembers: number
  readonly runningLessons: number
  readonly messages: number
  readonly oldestMessageSeconds: number
}

const nothing = (): void => undefined

/** For a server without METRICS_PORT. */
export const noMetrics: Metrics = {
  isOn: false,
  onRequest: nothing,
  onOutcome: nothing,
  onBatch: nothing,
  onTick: nothing,
  upstream: () => nothing,
  task: () => nothing,
  watch: nothing,
}
