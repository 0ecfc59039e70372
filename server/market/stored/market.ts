// A provider's market as the product sees it: what is stored, at hand in memory, kept up to date by one node for all.
import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { createLeadership, type Leadership } from '../../db/leadership.ts'
import { locks } from '../../db/locks.ts'
import { startJob } from '../../jobs.ts'
import { coalesced } from '../../single-flight.ts'
import { createAnnouncer } from '../announcer.ts'
import type { History, Market, Patience } from '../market.ts'
import type { Failure, Step } from '../providers/provider.ts'
import { readPricesAt, readQuotes } from '../store.ts'
import { createBarCache } from './bar-cache.ts'
import { createRefresh, type Refresh, type RefreshDeps } from './bar-refresh.ts'
import { createLatestPrices, type LatestPrices } from './latest-prices.ts'
import { channel, parseMessage } from './notifications.ts'
import { startPriceCalls, type PriceCalls } from './price-calls.ts'
import { createPriceWaiters, type PriceWaiters } from './price-waiters.ts'
import { createWantedPrices } from './wanted-prices.ts'

const barsEveryMs = 5_000
const nowAndThen = { pauseMs: 30_000, delayMs: 30_000 }
const hours = 'nyse'

export async function openStoredMarket(deps: RefreshDeps): Promise<Market> {
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
  const readAll = async () => void (await Promise.all([readPrices(), bars.look()]))
  const leadership = createLeadership(db, locks.marketRefresh)
  const refresh = createRefresh(deps)
  const updates = await startUpdates({
    ...deps,
    latestPrices,
    waiters,
    leadership,
    refresh,
    readPrices,
    readAll,
  })
  const history = createHistory(bars, refresh, leadership)
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
    hourly: (ticker, from, _until, patience) => history(ticker, 'hour', from, patience),
    daily: (ticker, from, patience) => history(ticker, 'day', startOfDay(dayOf(from)), patience),
    pricesAt: (asked, instant) => readPricesAt(db, asked, instant),
    subscribe: announcer.subscribe,
    close: async () => {
      waiters.close()
      await updates.close()
    },
  }
}

/** What is stored; where nothing is, the source is asked first, by the node that asks it anyway. */
function createHistory(
  bars: ReturnType<typeof createBarCache>,
  refresh: Refresh,
  { isLeading }: Leadership,
) {
  return async (
    ticker: Ticker,
    step: Step,
    from: number,
    patience: Patience = 'asks',
  ): Promise<History> => {
    const stored = await bars.read(ticker, step, from)
    if (stored.length > 0 || patience === 'as stored') return { points: stored }
    if (!isLeading()) {
      return bars.isFilled(ticker, step) ? { points: [] } : { refusal: { code: 'unavailable' } }
    }
    const failure = await refresh.bars(ticker, step)
    await bars.look()
    const filled = await bars.read(ticker, step, from)
    // Since an hour ago there may be no bar yet, although nothing failed.
    const isWell = failure === null || failure.kind === 'not_yet'
    return filled.length > 0 || isWell ? { points: filled } : refusalOf(failure)
  }
}

interface UpdateDeps extends RefreshDeps {
  readonly latestPrices: LatestPrices
  readonly waiters: PriceWaiters
  readonly leadership: Leadership
  readonly refresh: Refresh
  readonly readPrices: () => Promise<void>
  readonly readAll: () => Promise<void>
}

/** Hears what other nodes have to say, asks the provider where this node leads, and reads now and then by itself. */
async function startUpdates(deps: UpdateDeps): Promise<{ close(): Promise<void> }> {
  const { db, log, latestPrices, waiters, leadership, refresh, readPrices, readAll } = deps
  const task = deps.metrics?.task
  const wantedPrices = createWantedPrices()
  let calls: PriceCalls | undefined
  const reading = (read: Promise<void>) => {
    read.catch((err: unknown) => log.warn({ err }, 'prices could not be read'))
  }
  const ear = await db.listen(channel, (text) => {
    const message = parseMessage(text)
    if (message.kind === 'quotes') reading(readPrices())
    else if (message.kind === 'all') reading(readAll())
    else if (message.kind === 'failed') waiters.failed(message)
    else {
      wantedPrices.replace(message.node, message.wants)
      calls?.wake()
    }
  })
  await readAll()
  // Known before the first page is asked for, because only the node that leads asks the provider.
  await leadership.lead().catch(() => false)
  calls = startPriceCalls({
    ...deps,
    wantedPrices,
    askedAt: latestPrices.askedAt,
    onStored: readPrices,
  })
  const onFailure = (err: unknown): void => log.warn({ err }, 'prices could not be refreshed')
  const jobs = [
    calls,
    // Apart from the prices, which must not wait for thirty-two histories.
    startJob({
      run: (signal) => refresh.dueBars(signal),
      pauseMs: barsEveryMs,
      leadership,
      onFailure,
      onRun: task?.('bars'),
    }),
    // In case a message was lost.
    startJob({ ...nowAndThen, run: readAll, onFailure, onRun: task?.('price_reads') }),
  ]
  return {
    close: async () => {
      // Not waited for: a provider that does not answer must not hold up the end of the process.
      for (const job of jobs) void job.stop()
      await leadership.close()
      await ear.close()
    },
  }
}

const refusalOf = (failure: Failure): History => ({
  refusal: { code: failure.kind === 'rate_limited' ? 'history_unavailable' : 'unavailable' },
})
