// Fetches due bars and splits from the provider and stores them.
import { dayMs, hourMs } from '@tengrand/core/day.ts'
import { isOpen, lastClose } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db, Tx } from '../../db/handle.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { singleFlight } from '../../single-flight.ts'
import type { Failure, Log, Provider, Split, Step } from '../providers/provider.ts'
import { readLateSplitInstant, readSpan, recordSplit, storeBars } from '../store.ts'
import { notify } from './notifications.ts'

export interface RefreshDeps {
  readonly db: Db
  readonly provider: Provider
  readonly now: () => number
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'task'>
}

/** How far back charts and net worth histories of the first learners need prices. */
const backfillDays = { hour: 14, day: 400 }
/** A split may be listed some days late. */
const lookBackDays = { hour: 0, day: 14 }
const pauseAfterFailureMs = 60_000
/** How long a missing bar is requested again. */
const barMayBeLateMs = 6 * hourMs

export function createRefresh(deps: RefreshDeps) {
  const once = singleFlight<Failure | null>()
  /** Fills the bars of a stock up to now; returns the failure of the provider, if any. */
  const bars = (ticker: Ticker, step: Step): Promise<Failure | null> =>
    once(`${ticker} ${step}`, () => fetchBars(ticker, step))
  const fetchBars = barsFetcher(deps, (ticker) => bars(ticker, 'day'))
  return {
    bars,
    /** Fills the bars of all stocks that have due ones. */
    dueBars: async (signal: AbortSignal): Promise<void> => {
      for (const ticker of tickers) {
        if (signal.aborted) return
        for (const step of ['day', 'hour'] as const) await bars(ticker, step)
      }
    },
  }
}

/** Holds in memory how far each stock is fetched and which request has just failed. */
function barsFetcher(
  { db, provider, now, log }: RefreshDeps,
  fetchDays: (ticker: Ticker) => Promise<Failure | null>,
) {
  const failed = new Map<string, { readonly failure: Failure; readonly until: number }>()
  const fetchedThrough = new Map<string, number>()
  const remember = (key: string, failure: Failure): void => {
    const pauseUntil = now() + pauseAfterFailureMs
    const until = failure.kind === 'rate_limited' ? failure.retryAt : pauseUntil
    failed.set(key, { failure, until })
  }

  return async (ticker: Ticker, step: Step): Promise<Failure | null> => {
    const key = `${ticker} ${step}`
    const settled = lastSettled(step, now() - provider.barSettlesMs)
    if (settled <= (fetchedThrough.get(key) ?? 0)) return null
    const last = failed.get(key)
    if (last !== undefined && last.until > now()) return last.failure
    const stored = await readSpan(db, ticker, step)
    // Days first: they reach further back, and an older split must not be recorded after a newer one.
    const missing = stored === null && step === 'hour' ? await fetchDays(ticker) : null
    if (missing !== null) return missing
    const from = stored ?? now() - backfillDays[step] * dayMs
    fetchedThrough.set(key, from)
    if (from >= settled) return null
    const fetched = await provider.history(ticker, from - lookBackDays[step] * dayMs, now(), step)
    if (!fetched.ok) {
      remember(key, fetched.failure)
      logFailure(log, provider, key, fetched.failure)
      return fetched.failure
    }
    const { bars, splits } = fetched.value
    const through = throughOf(bars.at(-1)?.at ?? from, settled, now())
    const late = await db.transaction(async (tx) => {
      const leftOut = await recordSplits(tx, splits)
      const fitsFrom = await readLateSplitInstant(tx, ticker)
      const fitting = bars.filter(({ at }) => at >= fitsFrom)
      await storeBars(tx, { ticker, step, bars: fitting, through })
      await notify(tx, { kind: 'all' })
      return leftOut
    })
    for (const split of late) log.error({ provider: provider.name, ...split }, lateWords)
    fetchedThrough.set(key, through)
    if (through < settled)
      remember(key, { kind: 'not_yet', reason: 'the newest bar is not there yet' })
    return null
  }
}

const lateWords = 'a split that is older than a known one was left out; npm run audit lists it'

/** Records splits and returns the late ones. */
async function recordSplits(tx: Tx, splits: readonly Split[]): Promise<Split[]> {
  const late: Split[] = []
  for (const split of splits) if ((await recordSplit(tx, split)) === 'late') late.push(split)
  return late
}

/** Complete up to the last bar of the answer, or further if the next bar is so late that it will not come any more. */
const throughOf = (lastBar: number, settled: number, now: number): number =>
  lastBar >= settled || now - settled > barMayBeLateMs ? settled : lastBar

export function logFailure(log: Log, { name }: Provider, what: string, failure: Failure): void {
  log.warn({ provider: name, what, ...failure }, 'the provider did not answer')
}

/**
 * The latest instant whose bar of this step can be complete. Before the first full hour of a session, it is the last
 * close.
 */
function lastSettled(step: Step, settled: number): number {
  if (step === 'day' || !isOpen(settled)) return lastClose(settled)
  return Math.max(lastClose(settled), Math.floor(settled / hourMs) * hourMs)
}
