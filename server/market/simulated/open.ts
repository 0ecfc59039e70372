// The built-in market as the product sees it: computed for the present moment and the past, never for the future.
import { asDay, dayOf, startOfDay, type Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import {
  previousCloseAt,
  sessionOn,
  tradingDayAt,
  tradingDayBefore,
} from '@tengrand/core/trading-day.ts'

import { ClockBehind } from '../../clock.ts'
import { createAnnouncer } from '../announcer.ts'
import type { Market, PricePoint } from '../market.ts'
import { createPriceCache } from '../price-cache.ts'
import { simulatedMarket, type SimulatedMarket } from './market.ts'

export interface SimulatedMarketOptions {
  readonly secret: Uint8Array
  readonly hours: MarketHours
  /** The moment whose prices may be shown. */
  readonly now: () => number
  /** Whoever opens several with one secret can have them share what was computed. */
  readonly simulate?: typeof simulatedMarket
}

/** About as long as a price lasts. */
const paceMs = 1_000

export function openSimulatedMarket(options: SimulatedMarketOptions): Market {
  const { secret, hours, now, simulate = simulatedMarket } = options
  const source = simulate({ secret, hours })
  const quoteAt = (ticker: Ticker, at: number): Quote => ({
    ticker,
    ...source.pricesAt(ticker, at),
    at,
  })
  const quote = (ticker: Ticker): Quote => quoteAt(ticker, now())
  /** All of one instant. */
  const quotes = (asked: readonly Ticker[], at = now()): Quote[] =>
    asked.map((ticker) => quoteAt(ticker, at))
  const announcer = createAnnouncer()
  const daysOf = dayCache(source, hours)
  const previousClose = (ticker: Ticker, at = now()): Cents | null => {
    const day = tradingDayBefore(tradingDayAt(at, hours), hours)
    return source.closes(ticker, day, day)[0]?.cents ?? null
  }
  const beat = setInterval(() => {
    unlessBehind(() => announcer.announce(quotes(tickers), (ticker) => previousClose(ticker)))
  }, paceMs).unref()
  return {
    hours,
    quote,
    find: async (ticker) => quote(ticker),
    quotesIn: async (_tx, asked, instant) =>
      new Map(quotes(asked, instant).map((one) => [one.ticker, one])),
    previousClose: (ticker) => previousClose(ticker),
    previousCloses: () => {
      const at = now()
      return { at: previousCloseAt(at, hours), priceOf: (ticker) => previousClose(ticker, at) }
    },
    hourly: hourlyOf(source, now),
    daily: async (ticker, from) => {
      const first = dayOf(from)
      const last = source.lastClosedDay(now())
      if (last === null || last < first) return { points: [] }
      const points = await daysOf(ticker, numberOf(first), numberOf(last))
      const [start, until] = [startOfDay(first), sessionOn(last, hours)?.close ?? 0]
      return { points: between(points, start + 1, until) }
    },
    pricesAt: async (asked, instant) => {
      const at = Math.min(instant, now())
      return new Map(asked.map((ticker) => [ticker, source.priceAt(ticker, at)]))
    },
    subscribe: announcer.subscribe,
    close: async () => clearInterval(beat),
  }
}

/** Two caches: who looks at a week of long ago shall not have the hours of this week computed anew for everybody. */
function hourlyOf(source: SimulatedMarket, now: () => number): Market['hourly'] {
  const [recent, old] = [hourCache(source), hourCache(source)]
  return async (ticker, from, end = Infinity) => {
    const shown = now()
    const until = Math.min(end, shown)
    const hoursOf = shown - from > hoursKept * hourMs ? old : recent
    const points = await hoursOf(ticker, Math.ceil(from / hourMs), Math.floor(until / hourMs))
    return { points: between(points, from, until) }
  }
}

function unlessBehind(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof ClockBehind)) throw error
  }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A walk each; four times the week that a chart shows by the hour is enough to keep. */
const hoursKept = 28 * 24

const hourCache = (source: SimulatedMarket) =>
  createPriceCache({
    compute: (ticker, first, last) =>
      source
        .hourly(ticker, first * hourMs, last * hourMs)
        .map(({ at, cents }) => ({ at, price: cents })),
    stepsAtOnce: 24,
    stepsMax: hoursKept,
  })

/** All that there are: a century of them is some megabytes. */
const dayCache = (source: SimulatedMarket, hours: MarketHours) =>
  createPriceCache({
    compute: (ticker, first, last) =>
      source.closes(ticker, dayNumbered(first), dayNumbered(last)).flatMap(({ day, cents }) => {
        const session = sessionOn(day, hours)
        return session ? [{ at: session.close, price: cents }] : []
      }),
    stepsAtOnce: 128,
    stepsMax: 120 * 366,
  })

/** Of those that are kept, the ones of this answer; they rise. */
const between = (points: readonly PricePoint[], from: number, until: number) =>
  points.slice(
    points.findLastIndex(({ at }) => at < from) + 1,
    points.findLastIndex(({ at }) => at <= until) + 1,
  )

const numberOf = (day: Day): number => Date.parse(day) / dayMs
const dayNumbered = (number: number): Day =>
  asDay(new Date(number * dayMs).toISOString().slice(0, 10))
