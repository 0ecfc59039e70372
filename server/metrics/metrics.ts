// What the features tell the metrics, as small functions: they know nothing of how it is counted, or whether it is.
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { PoolUsage } from '../db/handle.ts'

export interface Metrics {
  /** Where it is false, nothing that is told here is kept. */
  readonly isOn: boolean
  /** The seconds are null for an answer that lasts as long as its reader likes. */
  readonly onRequest: (call: string, status: number, seconds: number | null) => void
  /** How an order was answered: `executed`, `waiting`, later `filled`, or the code of its refusal. */
  readonly onOutcome: (outcome: string) => void
  /** A batch of so many orders begins, of which the first has waited for so long. */
  readonly onBatch: (orders: number, waitedMs: number) => void
  readonly upstream: (provider: string) => (result: UpstreamResult) => void
  readonly task: (name: TaskName) => OnRun
  /** What is looked up when the metrics are read. */
  readonly watch: (sources: Partial<Sources>) => void
}

/** `refused` is a provider that asks for patience; `failed` is everything else that is no answer. */
export type UpstreamResult = 'answered' | 'refused' | 'failed'

/** Told after each run of a job, whether it went well. */
export type OnRun = (isDone: boolean) => void

/** The jobs, all of them: a label must not grow. */
type TaskName =
  | 'bars'
  | 'clock'
  | 'clock_mark'
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

/** What only the database knows. */
export interface Totals {
  readonly accounts: number
  readonly trades: number
  readonly messages: number
  readonly oldestMessageSeconds: number
}

const nothing = (): void => undefined

/** For a server whose metrics nobody reads. */
export const noMetrics: Metrics = {
  isOn: false,
  onRequest: nothing,
  onOutcome: nothing,
  onBatch: nothing,
  upstream: () => nothing,
  task: () => nothing,
  watch: nothing,
}
