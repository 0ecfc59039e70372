// Opens a provider's market behind the Market interface: it serves stored prices, which the leading node fetches for
// all nodes.
import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { createLeadership } from '../../db/leadership.ts'
import { locks } from '../../db/locks.ts'
import { startJob } from '../../jobs.ts'
import { coalesced } from '../../single-flight.ts'
import { createAnnouncer, type FetchPolicy, type History, type Market } from '../market.ts'
import type { Step } from '../providers/provider.ts'
import { readPricesAt, readQuotes } from '../store.ts'
import { createBarCache } from './bar-cache.ts'
import { createRefresh, type RefreshDeps } from './bar-refresh.ts'
import { createLatestPrices } from './latest-prices.ts'
import { channel, parseNotification } from './notifications.ts'
import { startPriceCalls, type PriceCalls } from './price-calls.ts'
import { createPriceWaiters } from './price-waiters.ts'
import { createWantedPrices } from './wanted-prices.ts'

const barsEveryMs = 5_000
const everyHalfMinute = { pauseMs: 30_000, delayMs: 30_000 }
const hours = 'nyse'

export async function openStoredMarket(deps: RefreshDeps): Promise<Market> {
  const { db } = deps
  const parts = createParts(deps)
  const { announcer, latestPrices, waiters } = parts
  const updates = await startUpdates(deps, parts)
  const history = createHistory(parts)
  return {
    hours,
    quote: latestPrices.quote,
    find: async (ticker) => {
      await waiters.anyPrice(ticker)
      return latestPrices.quote(ticker)
    },
    quotesIn: async (tx) => new Map((await readQuotes(tx)).map((quote) => [quote.ticker, quote])),
    freshFor: (ticker, arrivedAt) => waiters.newPrice(ticker, arrivedAt),
    previousClose: latestPrices.close,
    previousCloses: latestPrices.closes,
    hourly: (ticker, from, _until, policy) => history(ticker, 'hour', from, policy),
    daily: (ticker, from, policy) => history(ticker, 'day', startOfDay(dayOf(from)), policy),
    pricesAt: (wanted, instant) => readPricesAt(db, wanted, instant),
    subscribe: announcer.subscribe,
    close: async () => {
      waiters.close()
      await updates.close()
    },
  }
}

type Parts = ReturnType<typeof createParts>

function createParts(deps: RefreshDeps) {
  const { db, now } = deps
  const announcer = createAnnouncer()
  const latestPrices = createLatestPrices(db, now, hours)
  const waiters = createPriceWaiters({ ...deps, latestPrices })
  const bars = createBarCache(db)
  const readPrices = coalesced(async () => {
    await latestPrices.fill()
    announcer.announce(latestPrices.quotes(), latestPrices.close)
    waiters.look()
  })
  const readAll = async () => void (await Promise.all([readPrices(), bars.readVersions()]))
  const leadership = createLeadership(db, locks.marketRefresh)
  const refresh = createRefresh(deps)
  return { announcer, latestPrices, waiters, bars, readPrices, readAll, leadership, refresh }
}

/** Reads the stored bars; where there are none, the leading node fetches them first. */
function createHistory({ bars, refresh, leadership }: Parts) {
  return async (
    ticker: Ticker,
    step: Step,
    from: number,
    policy: FetchPolicy = 'fetch',
  ): Promise<History> => {
    const stored = await bars.read(ticker, step, from)
    if (stored.length > 0 || policy === 'stored-only') return { points: stored }
    if (!leadership.isLeading()) {
      return bars.isFilled(ticker, step) ? { points: [] } : { refusal: { code: 'unavailable' } }
    }
    const failure = await refresh.bars(ticker, step)
    await bars.readVersions()
    const filled = await bars.read(ticker, step, from)
    // A short range may have no bar yet, although nothing failed.
    if (filled.length > 0 || failure === null || failure.kind === 'not_yet')
      return { points: filled }
    return {
      refusal: { code: failure.kind === 'rate_limited' ? 'history_unavailable' : 'unavailable' },
    }
  }
}

/**
 * Listens for the notifications of other nodes, fetches from the provider while this node is leading, and reads the
 * database regularly.
 */
async function startUpdates(deps: RefreshDeps, parts: Parts) {
  const { db, log } = deps
  const { latestPrices, waiters, leadership, refresh, readPrices, readAll } = parts
  const task = deps.metrics?.task
  const wantedPrices = createWantedPrices()
  let calls: PriceCalls | undefined
  const reading = (read: Promise<void>) => {
    read.catch((err: unknown) => log.warn({ err }, 'prices could not be read'))
  }
  const listener = await db.listen(channel, (text) => {
    const notification = parseNotification(text)
    if (notification.kind === 'quotes') reading(readPrices())
    else if (notification.kind === 'all') reading(readAll())
    else if (notification.kind === 'failed') waiters.failed(notification)
    else {
      wantedPrices.replace(notification.node, notification.wants)
      calls?.wake()
    }
  })
  await readAll()
  // Tries to become the leading node before the first request is served, because only that node fetches missing bars.
  await leadership.lead().catch(() => false)
  calls = startPriceCalls({
    ...deps,
    leadership,
    wantedPrices,
    askedAt: latestPrices.askedAt,
    onStored: readPrices,
  })
  const onFailure = (err: unknown): void => log.warn({ err }, 'prices could not be refreshed')
  const jobs = [
    calls,
    // A separate job, so that prices do not wait for thirty-two histories.
    startJob({
      run: (signal) => refresh.dueBars(signal),
      pauseMs: barsEveryMs,
      leadership,
      onFailure,
      onRun: task?.('bars'),
    }),
    // Repeated in case a notification was lost.
    startJob({ ...everyHalfMinute, run: readAll, onFailure, onRun: task?.('price_reads') }),
  ]
  return {
    close: async () => {
      // Not awaited: a provider that does not answer must not delay the end of the process.
      for (const job of jobs) void job.stop()
      await leadership.close()
      await listener.close()
    },
  }
}
