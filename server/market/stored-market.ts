// A provider's market as the product sees it: what is stored, at hand in memory, kept up to date by one node for all.
import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { createAnnouncer } from './announcer.ts'
import { keepBars } from './kept-bars.ts'
import { createLeadership, type Leadership } from './leadership.ts'
import type { History, Market } from './market.ts'
import { createPriceCache, type PriceCache } from './price-cache.ts'
import { createPriceCalls } from './price-calls.ts'
import { createPriceDesk, type PriceDesk } from './price-desk.ts'
import { createWantBoard } from './price-wants.ts'
import type { Failure, Log, Step } from './providers/provider.ts'
import { createRefresh, type Refresh, type RefreshDeps } from './refresh.ts'
import { readPricesAt, readQuotes } from './store.ts'
import { channel, wordOf } from './words.ts'

const barsEveryMs = 5_000
const readEveryMs = 30_000
const hours = 'nyse'

export async function openStoredMarket(deps: RefreshDeps): Promise<Market> {
  const { db, now } = deps
  const announcer = createAnnouncer()
  const priceCache = createPriceCache(db, now, hours)
  const desk = createPriceDesk({ ...deps, priceCache })
  const bars = keepBars(db)
  const readPrices = oneAtATime(async () => {
    await priceCache.fill()
    announcer.announce(priceCache.quotes(), priceCache.close)
    desk.look()
  })
  const readAll = async () => void (await Promise.all([readPrices(), bars.look()]))
  const leadership = createLeadership(db)
  const refresh = createRefresh(deps)
  const upkeep = await keepUp({
    ...deps,
    priceCache,
    desk,
    leadership,
    refresh,
    readPrices,
    readAll,
  })
  const history = createHistory(bars, refresh, leadership)
  return {
    hours,
    quote: priceCache.quote,
    find: async (ticker) => {
      await desk.anyPrice(ticker)
      return priceCache.quote(ticker)
    },
    quotesIn: async (tx) => new Map((await readQuotes(tx)).map((quote) => [quote.ticker, quote])),
    freshFor: (ticker, arrivedAt) => desk.newPrice(ticker, arrivedAt),
    previousClose: priceCache.close,
    hourly: (ticker, from) => history(ticker, 'hour', from),
    daily: (ticker, from) => history(ticker, 'day', startOfDay(dayOf(from))),
    pricesAt: (asked, instant) => readPricesAt(db, asked, instant),
    subscribe: announcer.subscribe,
    close: async () => {
      desk.close()
      await upkeep.close()
    },
  }
}

/** What is stored; where nothing is, the source is asked first, by the node that asks it anyway. */
function createHistory(
  bars: ReturnType<typeof keepBars>,
  refresh: Refresh,
  { isLeading }: Leadership,
) {
  return async (ticker: Ticker, step: Step, from: number): Promise<History> => {
    const stored = await bars.read(ticker, step, from)
    if (stored.length > 0) return { points: stored }
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

/** Of those who ask while it runs, all share the run that follows: it has seen what they have heard of. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const start = (): Promise<void> => {
    running = work().finally(() => (running = null))
    return running
  }
  return () => {
    if (running === null) return start()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}

interface UpkeepDeps extends RefreshDeps {
  readonly priceCache: PriceCache
  readonly desk: PriceDesk
  readonly leadership: Leadership
  readonly refresh: Refresh
  readonly readPrices: () => Promise<void>
  readonly readAll: () => Promise<void>
}

/** Hears what other nodes have to say, asks the provider where this node leads, and reads now and then by itself. */
async function keepUp(deps: UpkeepDeps): Promise<{ close(): Promise<void> }> {
  const { db, log, priceCache, desk, leadership, refresh, readPrices, readAll } = deps
  const board = createWantBoard()
  const calls = createPriceCalls({
    ...deps,
    board,
    askedAt: priceCache.askedAt,
    onStored: readPrices,
  })
  const reading = (read: Promise<void>) => {
    read.catch((err: unknown) => log.warn({ err }, 'prices could not be read'))
  }
  const ear = await db.listen(channel, (text) => {
    const word = wordOf(text)
    if (word.kind === 'quotes') reading(readPrices())
    else if (word.kind === 'all') reading(readAll())
    else if (word.kind === 'failed') desk.failed(word)
    else {
      board.hear(word.node, word.wants)
      calls.wake()
    }
  })
  await readAll()
  // Known before the first page is asked for, because only the node that leads asks the provider.
  await leadership.lead().catch(() => false)
  calls.start()
  const rounds = [
    // Apart from the prices, which must not wait for thirty-two histories.
    everyMs(barsEveryMs, log, async () => {
      if (leadership.isLeading()) await refresh.dueBars()
    }),
    // In case a word was lost.
    everyMs(readEveryMs, log, readAll),
  ]
  return {
    close: async () => {
      calls.close()
      for (const round of rounds) round.close()
      await leadership.close()
      await ear.close()
    },
  }
}

function everyMs(ms: number, log: Log, work: () => Promise<void>): { close(): void } {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const round = async (): Promise<void> => {
    await work().catch((err: unknown) => {
      if (!closed) log.warn({ err }, 'prices could not be refreshed')
    })
    if (!closed) timer = setTimeout(() => void round(), ms).unref()
  }
  void round()
  return {
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}

const refusalOf = (failure: Failure): History => ({
  refusal: { code: failure.kind === 'rate_limited' ? 'history_unavailable' : 'unavailable' },
})
