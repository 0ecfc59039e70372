// Keeps the stored bars of a provider up to date: asks for what is due and for nothing that is there already.
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

export interface Refresh {
  /** Fills the bars of all stocks, where some can be had that are not there. */
  dueBars(signal: AbortSignal): Promise<void>
  /** Fills the bars of a stock up to now; the failure, where the provider did not answer. */
  bars(ticker: Ticker, step: Step): Promise<Failure | null>
}

/** How far back the charts and the net worth of the first learners can need prices. */
const backfillDays = { hour: 14, day: 400 }
/** A split may be listed some days late. */
const lookBackDays = { hour: 0, day: 14 }
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const pauseAfterFailureMs = 60_000
/** How long a bar that should be there is asked for again. */
const barMayBeLateMs = 6 * hourMs

export function createRefresh(deps: RefreshDeps): Refresh {
  const once = singleFlight<Failure | null>()
  const bars = (ticker: Ticker, step: Step): Promise<Failure | null> =>
    once(`${ticker} ${step}`, () => askBars(ticker, step))
  const askBars = barsAsker(deps, (ticker) => bars(ticker, 'day'))
  return {
    bars,
    dueBars: async (signal) => {
      for (const ticker of tickers) {
        if (signal.aborted) return
        for (const step of ['day', 'hour'] as const) await bars(ticker, step)
      }
    },
  }
}

/** Remembers how far each stock has been asked for and which question has just failed. */
function barsAsker(
  { db, provider, now, log }: RefreshDeps,
  askDays: (ticker: Ticker) => Promise<Failure | null>,
) {
  const failed = new Map<string, { readonly failure: Failure; readonly until: number }>()
  const askedThrough = new Map<string, number>()

  return async (ticker: Ticker, step: Step): Promise<Failure | null> => {
    const key = `${ticker} ${step}`
    const settled = lastSettled(step, now() - provider.barSettlesMs)
    if (settled <= (askedThrough.get(key) ?? 0)) return null
    const last = failed.get(key)
    if (last !== undefined && last.until > now()) return last.failure
    const stored = await readSpan(db, ticker, step)
    // The days reach further back, and an older split must not come after a newer one.
    const missing = stored === null && step === 'hour' ? await askDays(ticker) : null
    if (missing !== null) return missing
    const from = stored ?? now() - backfillDays[step] * dayMs
    askedThrough.set(key, from)
    if (from >= settled) return null
    const asked = await provider.history(ticker, from - lookBackDays[step] * dayMs, now(), step)
    if (!asked.ok) {
      failed.set(key, { failure: asked.failure, until: retryAt(asked.failure, now()) })
      return noted(log, provider, key, asked).failure
    }
    const { bars, splits } = asked.value
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
    askedThrough.set(key, through)
    const isLate = through < settled
    const failure: Failure = { kind: 'not_yet', reason: 'the newest bar is not there yet' }
    if (isLate) failed.set(key, { failure, until: retryAt(failure, now()) })
    return null
  }
}

const lateWords = 'a split that is older than a known one was left out; npm run audit lists it'

/** Returns those that are late. */
async function recordSplits(tx: Tx, splits: readonly Split[]): Promise<Split[]> {
  const late: Split[] = []
  for (const split of splits) if ((await recordSplit(tx, split)) === 'late') late.push(split)
  return late
}

/** Up to the last bar that came, unless the next one is so late that it will not come any more. */
const throughOf = (lastBar: number, settled: number, now: number): number =>
  lastBar >= settled || now - settled > barMayBeLateMs ? settled : lastBar

export function noted<T extends { readonly failure: Failure }>(
  log: Log,
  { name }: Provider,
  what: string,
  told: T,
): T {
  log.warn({ provider: name, what, ...told.failure }, 'the provider did not answer')
  return told
}

/** The latest instant for which a bar of this step can be had; in the first hour, the time to look for a split. */
function lastSettled(step: Step, settled: number): number {
  if (step === 'day' || !isOpen(settled)) return lastClose(settled)
  return Math.max(lastClose(settled), Math.floor(settled / hourMs) * hourMs)
}

const retryAt = (failure: Failure, now: number): number =>
  failure.kind === 'rate_limited' ? failure.retryAt : now + pauseAfterFailureMs
