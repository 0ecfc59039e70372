// Keeps what is stored of a provider up to date: asks for what is due and for nothing that is there already.
import { isOpen, lastClose } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db, Tx } from '../db.ts'
import {
  barSettlesMs,
  type Failure,
  type Log,
  type Provider,
  type Step,
} from './providers/provider.ts'
import { singleFlight } from './providers/single-flight.ts'
import { believable } from './sane-prices.ts'
import { applySplit, readSpan, storeBars, storeQuotes } from './store.ts'

export interface RefreshDoors {
  readonly db: Db
  readonly provider: Provider
  readonly now: () => number
  readonly log: Log
}

export interface Refresh {
  /** Asks for the latest prices, where they are due at this moment. */
  dueQuotes(): Promise<void>
  /** Fills the bars of all stocks, where some can be had that are not there. */
  dueBars(): Promise<void>
  /** Asks for the latest prices, due or not, unless they have just been asked for. */
  quotes(): Promise<void>
  /** Fills the bars of a stock up to now; the failure, where the provider did not answer. */
  bars(ticker: Ticker, step: Step): Promise<Failure | null>
}

/** Every node listens on this channel and reads again what has changed. */
export const channel = 'market'

/** How far back the charts and the net worth of the first learners can need prices. */
const backfillDays = { hour: 14, day: 400 }
/** A split may be listed some days late. */
const lookBackDays = { hour: 0, day: 14 }
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const pauseAfterFailureMs = 60_000
/** How long a bar that should be there is asked for again. */
const barMayBeLateMs = 6 * hourMs

export function createRefresh(doors: RefreshDoors): Refresh {
  const { now, provider } = doors
  const once = singleFlight<Failure | null>()
  const askBars = barsAsker(doors)
  const paceMs = provider.liveEverySeconds * 1000
  let askedAt = -Infinity
  let isAsking = false
  let answeredAt = -Infinity
  const quotes = () =>
    once('quotes', async () => {
      askedAt = now()
      isAsking = true
      const failure = await askQuotes(doors).finally(() => (isAsking = false))
      if (failure === null) answeredAt = now()
      return failure
    })
  const bars = (ticker: Ticker, step: Step) =>
    once(`${ticker} ${step}`, () => askBars(ticker, step))
  return {
    bars,
    quotes: async () => {
      // A question that is under way is waited for.
      if (isAsking || now() - askedAt >= paceMs) await quotes()
    },
    dueQuotes: async () => {
      const pauseMs = isLive(now()) ? paceMs : Math.max(paceMs, pauseAfterFailureMs)
      const isDue = isLive(now()) || answeredAt < lastClose(now()) + barSettlesMs
      if (isDue && now() - askedAt >= pauseMs) await quotes()
    },
    dueBars: async () => {
      for (const ticker of tickers) {
        for (const step of ['day', 'hour'] as const) await bars(ticker, step)
      }
    },
  }
}

/** Null for a whole answer: where a stock is missing from it, the rest is kept and the failure told. */
async function askQuotes({ db, provider, log }: RefreshDoors): Promise<Failure | null> {
  const asked = await provider.latest(tickers)
  if (!asked.ok) return noted(log, provider, 'latest', asked.failure)
  await db.transaction(async (tx) => {
    const changed = await storeQuotes(tx, await believable(tx, asked.value))
    if (changed > 0) await tell(tx)
  })
  if (asked.value.length === tickers.length) return null
  return noted(log, provider, 'latest', { kind: 'unavailable', reason: 'some stocks are missing' })
}

/** Remembers how far each stock has been asked for and which question has just failed. */
function barsAsker({ db, provider, now, log }: RefreshDoors) {
  const failed = new Map<string, { readonly failure: Failure; readonly until: number }>()
  const askedThrough = new Map<string, number>()

  return async (ticker: Ticker, step: Step): Promise<Failure | null> => {
    const key = `${ticker} ${step}`
    const settled = lastSettled(step, now())
    if (settled <= (askedThrough.get(key) ?? 0)) return null
    const last = failed.get(key)
    if (last !== undefined && last.until > now()) return last.failure
    const from = (await readSpan(db, ticker, step)) ?? now() - backfillDays[step] * dayMs
    askedThrough.set(key, from)
    if (from >= settled) return null
    const asked = await provider.history(ticker, from - lookBackDays[step] * dayMs, now(), step)
    if (!asked.ok) {
      failed.set(key, { failure: asked.failure, until: retryAt(asked.failure, now()) })
      return noted(log, provider, key, asked.failure)
    }
    const { bars, splits } = asked.value
    const through = throughOf(bars.at(-1)?.at ?? from, settled, now())
    await db.transaction(async (tx) => {
      for (const split of splits) await applySplit(tx, split)
      await storeBars(tx, { ticker, step, bars, through })
      await tell(tx)
    })
    askedThrough.set(key, through)
    const isLate = through < settled
    const failure: Failure = { kind: 'not_yet', reason: 'the newest bar is not there yet' }
    if (isLate) failed.set(key, { failure, until: retryAt(failure, now()) })
    return null
  }
}

/** Up to the last bar that came, unless the next one is so late that it will not come any more. */
const throughOf = (lastBar: number, settled: number, now: number): number =>
  lastBar >= settled || now - settled > barMayBeLateMs ? settled : lastBar

const tell = (tx: Tx): Promise<unknown> => tx.query('select pg_notify($1, $2)', [channel, ''])

function noted(log: Log, { name }: Provider, what: string, failure: Failure): Failure {
  log.warn({ provider: name, what, ...failure }, 'the provider did not answer')
  return failure
}

/** While the market is open and its close settles. */
const isLive = (now: number): boolean => isOpen(now) || now < lastClose(now) + barSettlesMs

/** The latest instant for which a bar of this step can be had; in the first hour, the time to look for a split. */
function lastSettled(step: Step, now: number): number {
  const settled = now - barSettlesMs
  if (step === 'day' || !isOpen(settled)) return lastClose(settled)
  return Math.max(lastClose(settled), Math.floor(settled / hourMs) * hourMs)
}

const retryAt = (failure: Failure, now: number): number =>
  failure.kind === 'rate_limited' ? failure.retryAt : now + pauseAfterFailureMs
