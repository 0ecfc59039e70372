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
import { applySplit, readSpan, storeBars, storeQuotes } from './store.ts'

export interface RefreshDoors {
  readonly db: Db
  readonly provider: Provider
  readonly now: () => number
  readonly log: Log
}

export interface Refresh {
  /** Asks for everything that is due at this moment. */
  everything(): Promise<void>
  /** Asks for the latest prices; false where they have just been asked for. */
  quotes(): Promise<boolean>
  /** Fills the bars of a stock up to now; the failure, where the provider did not answer. */
  bars(ticker: Ticker, step: Step): Promise<Failure | null>
}

/** Every node listens on this channel and reads again what has changed. */
export const channel = 'market'

/** How far back the charts and the net worth of the first learners can need prices. */
const backfillDays = { hour: 14, day: 400 }
const hourMs = 3_600_000
const pauseAfterFailureMs = 60_000
const quotesPauseMs = 5_000

export function createRefresh(doors: RefreshDoors): Refresh {
  const { now, provider } = doors
  const once = singleFlight<Failure | null>()
  const askBars = barsAsker(doors)
  let quotesAskedAt = -Infinity
  const quotes = () =>
    once('quotes', () => {
      quotesAskedAt = now()
      return askQuotes(doors)
    })
  const bars = (ticker: Ticker, step: Step) =>
    once(`${ticker} ${step}`, () => askBars(ticker, step))
  return {
    bars,
    quotes: async () => {
      if (now() - quotesAskedAt < quotesPauseMs) return false
      await quotes()
      return true
    },
    everything: async () => {
      if (areQuotesDue(quotesAskedAt, now(), provider.liveEverySeconds)) await quotes()
      for (const ticker of tickers) {
        for (const step of ['day', 'hour'] as const) await bars(ticker, step)
      }
    },
  }
}

async function askQuotes({ db, provider, log }: RefreshDoors): Promise<Failure | null> {
  const asked = await provider.latest(tickers)
  if (!asked.ok) return noted(log, provider, 'latest', asked.failure)
  await db.transaction(async (tx) => {
    await storeQuotes(tx, asked.value)
    await tell(tx)
  })
  return null
}

/** Remembers how far each stock has been asked for and which question has just failed. */
function barsAsker({ db, provider, now, log }: RefreshDoors) {
  const failed = new Map<string, { readonly failure: Failure; readonly until: number }>()
  const askedThrough = new Map<string, number>()

  return async (ticker: Ticker, step: Step): Promise<Failure | null> => {
    const key = `${ticker} ${step}`
    const through = lastSettled(step, now())
    if (through <= (askedThrough.get(key) ?? 0)) return null
    const from = (await readSpan(db, ticker, step)) ?? backfillStart(step, now())
    askedThrough.set(key, from)
    if (from >= through) return null
    const last = failed.get(key)
    if (last !== undefined && last.until > now()) return last.failure
    const asked = await provider.history(ticker, from, now(), step)
    if (!asked.ok) {
      failed.set(key, { failure: asked.failure, until: retryAt(asked.failure, now()) })
      return noted(log, provider, key, asked.failure)
    }
    await db.transaction(async (tx) => {
      for (const split of asked.value.splits) await applySplit(tx, split)
      await storeBars(tx, { ticker, step, bars: asked.value.bars, through })
      await tell(tx)
    })
    askedThrough.set(key, through)
    return null
  }
}

const tell = (tx: Tx): Promise<unknown> => tx.query('select pg_notify($1, $2)', [channel, ''])

function noted(log: Log, { name }: Provider, what: string, failure: Failure): Failure {
  log.warn({ provider: name, what, ...failure }, 'the provider did not answer')
  return failure
}

/** At the provider's pace while the market is open and its close settles, and once after that. */
function areQuotesDue(askedAt: number, now: number, everySeconds: number): boolean {
  const settledAt = lastClose(now) + barSettlesMs
  const isLive = isOpen(now) || now < settledAt
  return isLive ? now - askedAt >= everySeconds * 1000 : askedAt < settledAt
}

/** The latest instant for which a bar of this step can be had. */
function lastSettled(step: Step, now: number): number {
  const settled = now - barSettlesMs
  if (step === 'day' || !isOpen(settled)) return lastClose(settled)
  return Math.max(lastClose(settled), Math.floor(settled / hourMs) * hourMs)
}

const backfillStart = (step: Step, now: number): number =>
  lastClose(now - backfillDays[step] * 24 * hourMs)

const retryAt = (failure: Failure, now: number): number =>
  failure.kind === 'rate_limited' ? failure.retryAt : now + pauseAfterFailureMs
