// A provider's market as the product sees it: what is stored, at hand in memory, kept up to date by one node for all.
import { setTimeout as sleep } from 'node:timers/promises'

import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn, tradingDayAt, tradingDayBefore } from '@tengrand/core/trading-day.ts'

import type { Lock } from '../db.ts'
import { createAnnouncer } from './announcer.ts'
import { keepBars } from './kept-bars.ts'
import type { History, Market } from './market.ts'
import type { Failure, Step } from './providers/provider.ts'
import { singleFlight } from './providers/single-flight.ts'
import { channel, createRefresh, type Refresh, type RefreshDoors } from './refresh.ts'
import { readCloses, readPricesAt, readQuotes } from './store.ts'

/** Any number that nothing else in this database locks on. */
const refreshLock = 7_264_002
const upkeepEveryMs = 5_000
const readEveryMs = 30_000
const findMsMax = 3_000
const hours = 'nyse'

export async function openStoredMarket(doors: RefreshDoors): Promise<Market> {
  const { db, log } = doors
  const announcer = createAnnouncer()
  const refresh = createRefresh(doors)
  const shelf = createShelf(doors)
  const bars = keepBars(db)
  const readAgain = oneAtATime(async () => {
    await Promise.all([shelf.fill(), bars.look()])
    announcer.announce(shelf.quotes(), shelf.close)
  })
  const hear = await db.listen(channel, () => {
    readAgain().catch((err: unknown) => log.warn({ err }, 'prices could not be read'))
  })
  await readAgain()
  const upkeep = keepUp(doors, refresh, readAgain)
  const askOnce = singleFlight<void>()
  // Read in any case: it may be stored already, and the word of it still on its way.
  const askQuotes = async () => {
    await refresh.quotes()
    await readAgain()
  }

  const history = createHistory(bars, refresh)

  return {
    hours,
    quote: shelf.quote,
    find: async (ticker) => {
      const wait = { ref: false }
      if (shelf.quote(ticker) === null) {
        await Promise.race([askOnce('quotes', askQuotes), sleep(findMsMax, undefined, wait)])
      }
      return shelf.quote(ticker)
    },
    quotesIn: async (tx) => new Map((await readQuotes(tx)).map((quote) => [quote.ticker, quote])),
    previousClose: shelf.close,
    hourly: (ticker, from) => history(ticker, 'hour', from),
    daily: (ticker, from) => history(ticker, 'day', startOfDay(dayOf(from))),
    pricesAt: (asked, instant) => readPricesAt(db, asked, instant),
    subscribe: announcer.subscribe,
    close: async () => {
      await upkeep.close()
      await hear.close()
    },
  }
}

/** What is stored; where nothing is, the source is asked first. */
function createHistory(bars: ReturnType<typeof keepBars>, refresh: Refresh) {
  return async (ticker: Ticker, step: Step, from: number): Promise<History> => {
    const stored = await bars.read(ticker, step, from)
    if (stored.length > 0) return { points: stored }
    const failure = await refresh.bars(ticker, step)
    await bars.look()
    const filled = await bars.read(ticker, step, from)
    // Since an hour ago there may be no bar yet, although nothing failed.
    const isWell = failure === null || failure.kind === 'not_yet'
    return filled.length > 0 || isWell ? { points: filled } : refusalOf(failure)
  }
}

/** What is at hand without a round trip: the latest prices and the closes before them. */
function createShelf({ db, now }: RefreshDoors) {
  let quotes = new Map<Ticker, Quote>()
  let closes = new Map<Ticker, Cents>()
  return {
    fill: async (): Promise<void> => {
      const day = tradingDayBefore(tradingDayAt(now(), hours), hours)
      const close = sessionOn(day, hours)?.close ?? 0
      const [read, before] = await Promise.all([readQuotes(db), readCloses(db, close)])
      quotes = new Map(read.map((quote) => [quote.ticker, quote]))
      closes = before
    },
    quotes: () => [...quotes.values()],
    quote: (ticker: Ticker) => quotes.get(ticker) ?? null,
    close: (ticker: Ticker) => closes.get(ticker) ?? null,
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

/**
 * Of all nodes the one that holds the lock asks the provider; when it is gone, another takes its place. Every node
 * also reads by itself now and then, in case a word on the channel was lost.
 */
function keepUp(
  { db, log }: RefreshDoors,
  refresh: Refresh,
  readAgain: () => Promise<void>,
): { close(): Promise<void> } {
  let lock: Lock | null = null
  let closed = false
  const complain = (err: unknown) => {
    if (!closed) log.warn({ err }, 'prices could not be refreshed')
  }
  const everyMs = (ms: number, work: () => Promise<void>) => {
    let timer: NodeJS.Timeout | undefined
    const round = async (): Promise<void> => {
      await work().catch(complain)
      if (!closed) timer = setTimeout(() => void round(), ms).unref()
    }
    void round()
    return () => clearTimeout(timer)
  }
  const leading = async (): Promise<boolean> => {
    if (lock !== null && (await lock.held())) return true
    const taken = await db.tryLock(refreshLock)
    if (closed) await taken?.close()
    else lock = taken
    return lock !== null && !closed
  }
  const stops = [
    everyMs(upkeepEveryMs, async () => {
      if (await leading()) await refresh.dueQuotes()
    }),
    // Apart from the quotes, which must not wait for thirty-two histories.
    everyMs(upkeepEveryMs, async () => {
      if (lock !== null) await refresh.dueBars()
    }),
    everyMs(readEveryMs, readAgain),
  ]
  return {
    close: async () => {
      closed = true
      for (const stop of stops) stop()
      await lock?.close()
    },
  }
}

const refusalOf = (failure: Failure): History => ({
  refusal: { code: failure.kind === 'rate_limited' ? 'history_unavailable' : 'unavailable' },
})
