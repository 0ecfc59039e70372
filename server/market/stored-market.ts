// A provider's market as the product sees it: what is stored, at hand in memory, kept up to date by one node for all.
import type { Cents } from '@tengrand/core/money.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn, tradingDayAt, tradingDayBefore } from '@tengrand/core/trading-day.ts'

import type { Lock } from '../db.ts'
import { createAnnouncer } from './announcer.ts'
import type { History, Market } from './market.ts'
import type { Failure, Step } from './providers/provider.ts'
import { singleFlight } from './providers/single-flight.ts'
import { channel, createRefresh, type Refresh, type RefreshDoors } from './refresh.ts'
import { readBars, readQuotes } from './store.ts'

/** Any number that nothing else in this database locks on. */
const refreshLock = 7_264_002
const upkeepEveryMs = 5_000
const hours = 'nyse'

export async function openStoredMarket(doors: RefreshDoors): Promise<Market> {
  const { db, now, log } = doors
  const announcer = createAnnouncer()
  const refresh = createRefresh(doors)
  const quotes = new Map<Ticker, Quote>()
  const closes = new Map<Ticker, Cents>()

  async function readAgain(): Promise<void> {
    for (const quote of await readQuotes(db)) quotes.set(quote.ticker, quote)
    const day = tradingDayBefore(tradingDayAt(now(), hours), hours)
    const close = sessionOn(day, hours)?.close ?? 0
    for (const ticker of tickers) {
      const [bar] = await readBars(db, { ticker, step: 'day', from: close })
      if (bar?.at === close) closes.set(ticker, bar.price)
      else closes.delete(ticker)
    }
    announcer.announce([...quotes.values()])
  }

  const hear = await db.listen(channel, () => {
    readAgain().catch((err: unknown) => log.warn({ err }, 'prices could not be read'))
  })
  await readAgain()
  const upkeep = keepUp(doors, refresh)
  const askOnce = singleFlight<void>()
  const askQuotes = async () => {
    if (await refresh.quotes()) await readAgain()
  }

  const history = async (ticker: Ticker, step: Step, from: number): Promise<History> => {
    const stored = await readBars(db, { ticker, step, from })
    if (stored.length > 0) return { points: stored }
    const failure = await refresh.bars(ticker, step)
    const filled = await readBars(db, { ticker, step, from })
    return filled.length > 0 ? { points: filled } : refusalOf(failure)
  }

  return {
    hours,
    quote: (ticker) => quotes.get(ticker) ?? null,
    find: async (ticker) => {
      if (!quotes.has(ticker)) await askOnce('quotes', askQuotes)
      return quotes.get(ticker) ?? null
    },
    previousClose: (ticker) => closes.get(ticker) ?? null,
    hourly: (ticker, from) => history(ticker, 'hour', from),
    daily: (ticker, from) => history(ticker, 'day', from),
    subscribe: announcer.subscribe,
    close: async () => {
      await upkeep.close()
      await hear.close()
    },
  }
}

/** Of all nodes the one that holds the lock asks the provider; when it is gone, another takes its place. */
function keepUp({ db, log }: RefreshDoors, refresh: Refresh): { close(): Promise<void> } {
  let lock: Lock | null = null
  let closed = false
  let timer: NodeJS.Timeout | undefined

  async function round(): Promise<void> {
    try {
      if (!lock?.held()) lock = await db.tryLock(refreshLock)
      if (lock !== null) await refresh.everything()
    } catch (err) {
      if (!closed) log.warn({ err }, 'prices could not be refreshed')
    }
    if (closed) await lock?.close()
    else timer = setTimeout(() => void round(), upkeepEveryMs).unref()
  }

  void round()
  return {
    // A round that is under way may wait for the provider; it lets go of the lock when it comes back.
    close: async () => {
      closed = true
      clearTimeout(timer)
      await lock?.close()
    },
  }
}

const refusalOf = (failure: Failure | null): History => ({
  refusal: { code: failure?.kind === 'rate_limited' ? 'history_unavailable' : 'unavailable' },
})
