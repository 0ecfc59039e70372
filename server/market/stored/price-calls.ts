// The requests for the latest prices that the leading node makes: for orders that wait, and at a pace of their own.
import { setTimeout as sleep } from 'node:timers/promises'

import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Leadership } from '../../db/leadership.ts'
import { startJob, type JobOptions } from '../../jobs.ts'
import { storeQuotes } from '../store.ts'
import { noted, type RefreshDeps } from './bar-refresh.ts'
import { callsApartMs, claimCall } from './call-spacing.ts'
import { createDuePrices } from './due-prices.ts'
import { notify, type WantedPrice } from './notifications.ts'
import { believable } from './plausible-prices.ts'
import type { WantedPrices } from './wanted-prices.ts'

export interface PriceCallDeps extends RefreshDeps {
  readonly leadership: Leadership
  readonly wantedPrices: WantedPrices
  /** When the provider was asked for the price that is known. */
  readonly askedAt: (ticker: Ticker) => number
  /** Reads what was just stored. */
  readonly onStored: () => Promise<void>
}

export interface PriceCalls {
  /** A price is wanted: looks at once, where this node leads. */
  wake(): void
  stop(): Promise<void>
}

/** However little there is to do, a node looks so often whether it leads and what is due. */
const lookEveryMs = 5_000

export function startPriceCalls(deps: PriceCallDeps): PriceCalls {
  const onFailure = (err: unknown): void => {
    deps.log.warn({ err }, 'prices could not be refreshed')
  }
  const look = createLook(deps, (answer, signal) => {
    void answer.catch((err: unknown) => signal.aborted || onFailure(err)).then(wake)
  })
  const job = startJob({
    run: look,
    pauseMs: lookEveryMs,
    leadership: deps.leadership,
    onFailure,
    onRun: deps.metrics?.task('prices'),
  })
  function wake(): void {
    if (deps.leadership.isLeading()) job.runWithin(0)
  }
  return { wake, stop: job.stop }
}

/** One look at what is wanted and due, and the request that follows from it. */
function createLook(
  deps: PriceCallDeps,
  onCalled: (answer: Promise<void>, signal: AbortSignal) => void,
): JobOptions['run'] {
  const { db, provider, now, wantedPrices } = deps
  const due = createDuePrices(provider)
  /** When the request that is about this stock began, while it is under way. */
  const underWay = new Map<Ticker, number>()
  let quietUntil = 0

  async function call(tickers: readonly Ticker[]): Promise<void> {
    const begunAt = Math.floor(now())
    due.begin(tickers, begunAt)
    for (const ticker of tickers) underWay.set(ticker, begunAt)
    try {
      const answer = await askPrices(deps, tickers, begunAt)
      quietUntil = answer.quietUntil
      due.answered(answer.told, begunAt)
    } finally {
      for (const ticker of tickers) {
        if (underWay.get(ticker) === begunAt) underWay.delete(ticker)
      }
    }
  }

  const isOpen = ({ ticker, newest }: WantedPrice): boolean =>
    newest > Math.max(deps.askedAt(ticker), underWay.get(ticker) ?? 0)

  return async (signal) => {
    const wants = wantedPrices.wants().filter(isOpen)
    if (now() < quietUntil) return refuse(deps, wants)
    const at = Math.floor(now())
    const wanted = wants.filter((want) => readyAt(want) <= at).map(({ ticker }) => ticker)
    const asked = [...new Set([...wanted, ...due.list(at)])]
    if (asked.length === 0) {
      return Math.min(...wants.map((want) => readyAt(want) - at), lookEveryMs)
    }
    const slot = await claimCall(db, provider, asked)
    if ('waitMs' in slot) return Math.min(slot.waitMs, lookEveryMs)
    // Not waited for: a slow answer does not keep others from being asked for.
    onCalled(call(slot.tickers), signal)
    // The distance between two requests is kept in the database, and here once more from when the last one really began.
    await sleep(callsApartMs, undefined, { ref: false, signal })
    return 0
  }
}

/** The clock of the node that wants it may be ahead by a little, and a request from before the order is of no use. */
const clocksDifferMs = 250
const readyAt = ({ since, newest }: WantedPrice): number => Math.min(newest, since + clocksDifferMs)

async function refuse(
  { db, wantedPrices }: PriceCallDeps,
  wants: readonly WantedPrice[],
): Promise<void> {
  if (wants.length === 0) return
  const tickers = wants.map(({ ticker }) => ticker)
  wantedPrices.remove(tickers)
  await notify(db, { kind: 'failed', tickers, limited: true })
}

interface PriceAnswer {
  readonly told: readonly Ticker[]
  readonly quietUntil: number
}

async function askPrices(
  deps: PriceCallDeps,
  tickers: readonly Ticker[],
  begunAt: number,
): Promise<PriceAnswer> {
  const { db, provider, log } = deps
  const asked = await provider.latest(tickers)
  if (!asked.ok) {
    const { failure } = noted(log, provider, 'latest', asked)
    const limited = failure.kind === 'rate_limited'
    await notify(db, { kind: 'failed', tickers: [...tickers], limited })
    return { told: [], quietUntil: limited ? failure.retryAt : 0 }
  }
  await db.transaction(async (tx) => {
    await storeQuotes(tx, await believable(tx, asked.value), begunAt)
    await notify(tx, { kind: 'quotes' })
  })
  await deps.onStored()
  const told = asked.value.map(({ ticker }) => ticker)
  if (told.length < tickers.length) {
    const missing = { kind: 'unavailable', reason: 'some stocks are missing' } as const
    noted(log, provider, 'latest', { ok: false, failure: missing })
  }
  return { told, quietUntil: 0 }
}
