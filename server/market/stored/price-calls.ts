// Requests the latest prices from the provider on the leading node: for waiting orders, and regularly.
import { setTimeout as sleep } from 'node:timers/promises'

import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Leadership } from '../../db/leadership.ts'
import { startJob, type JobOptions } from '../../jobs.ts'
import { storeQuotes } from '../store.ts'
import { logFailure, type RefreshDeps } from './bar-refresh.ts'
import { callsApartMs, claimCall } from './call-spacing.ts'
import { createDuePrices } from './due-prices.ts'
import { notify, type WantedPrice } from './notifications.ts'
import { plausiblePrices } from './plausible-prices.ts'
import type { WantedPrices } from './wanted-prices.ts'

export interface PriceCallDeps extends RefreshDeps {
  readonly leadership: Leadership
  readonly wantedPrices: WantedPrices
  /** When the request for the stored price began. */
  readonly askedAt: (ticker: Ticker) => number
  /** Reads the stored prices into memory. */
  readonly onStored: () => Promise<void>
}

export type PriceCalls = ReturnType<typeof startPriceCalls>

/** The longest pause between two runs of the job. */
const pauseMaxMs = 5_000

export function startPriceCalls(deps: PriceCallDeps) {
  const onFailure = (err: unknown): void => {
    deps.log.warn({ err }, 'prices could not be refreshed')
  }
  const run = createRun(deps, (answer, signal) => {
    void answer.catch((err: unknown) => signal.aborted || onFailure(err)).then(wake)
  })
  const job = startJob({
    run,
    pauseMs: pauseMaxMs,
    leadership: deps.leadership,
    onFailure,
    onRun: deps.metrics?.task('prices'),
  })
  /** Runs the job at once where this node leads. */
  function wake(): void {
    if (deps.leadership.isLeading()) job.runWithin(0)
  }
  return { wake, stop: job.stop }
}

/** One run of the job: finds the wanted and due stocks and sends the request for them. */
function createRun(
  deps: PriceCallDeps,
  onCalled: (answer: Promise<void>, signal: AbortSignal) => void,
): JobOptions['run'] {
  const { db, provider, now, wantedPrices } = deps
  const due = createDuePrices(provider)
  /** The start of the request for each stock that is under way. */
  const underWay = new Map<Ticker, number>()
  let quietUntil = 0

  async function call(tickers: readonly Ticker[]): Promise<void> {
    const begunAt = Math.floor(now())
    due.begin(tickers, begunAt)
    for (const ticker of tickers) underWay.set(ticker, begunAt)
    try {
      const answer = await fetchPrices(deps, tickers, begunAt)
      quietUntil = answer.quietUntil
      due.answered(answer.priced, begunAt)
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
    const requested = [...new Set([...wanted, ...due.list(at)])]
    if (requested.length === 0) {
      return Math.min(...wants.map((want) => readyAt(want) - at), pauseMaxMs)
    }
    const slot = await claimCall(db, provider, requested)
    if ('waitMs' in slot) return Math.min(slot.waitMs, pauseMaxMs)
    // Not awaited: a slow answer must not delay the next request.
    onCalled(call(slot.tickers), signal)
    // The database spaces the requests; this spaces them once more from the actual start of the last one.
    await sleep(callsApartMs, undefined, { ref: false, signal })
    return 0
  }
}

/** The clock of the waiting node may be ahead, and a request from before the order is useless for it. */
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

/** Returns the stocks that the answer has a price for. */
async function fetchPrices(deps: PriceCallDeps, tickers: readonly Ticker[], begunAt: number) {
  const { db, provider, log } = deps
  const fetched = await provider.latest(tickers)
  if (!fetched.ok) {
    const { failure } = fetched
    logFailure(log, provider, 'latest', failure)
    const limited = failure.kind === 'rate_limited'
    await notify(db, { kind: 'failed', tickers: [...tickers], limited })
    return { priced: [], quietUntil: limited ? failure.retryAt : 0 }
  }
  await db.transaction(async (tx) => {
    await storeQuotes(tx, await plausiblePrices(tx, fetched.value), begunAt)
    await notify(tx, { kind: 'quotes' })
  })
  await deps.onStored()
  const priced = fetched.value.map(({ ticker }) => ticker)
  if (priced.length < tickers.length) {
    const missing = { kind: 'unavailable', reason: 'some stocks are missing' } as const
    logFailure(log, provider, 'latest', missing)
  }
  return { priced, quietUntil: 0 }
}
