// Opens the simulated market behind the Market interface. It computes present and past prices, never future ones.
import { addDays, asDay, dayMs, dayOf, hourMs, startOfDay, type Day } from '@tengrand/core/day.ts'
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
import { createAnnouncer, type Market, type PricePoint } from '../market.ts'
import { createPriceCache } from '../price-cache.ts'
import { simulatedMarket, type PriceFunction, type SimulationOptions } from './market.ts'

export interface SimulatedMarketOptions extends Pick<SimulationOptions, 'version'> {
  readonly secret: Uint8Array
  readonly hours: MarketHours
  /** The first day whose reports are announced; missing for a market without them. */
  readonly announcedFrom?: Day
  /** The latest instant whose prices may be shown. */
  readonly now: () => number
  /** Tests pass a simulation that several markets with one secret share. */
  readonly simulate?: (options: SimulationOptions) => PriceFunction
}

/** About the lifetime of a price. */
const paceMs = 1_000

export function openSimulatedMarket(options: SimulatedMarketOptions): Market {
  const { hours, now, simulate = simulatedMarket } = options
  const source = simulate(options)
  const quote = (ticker: Ticker, at = now()): Quote => ({
    ticker,
    ...source.pricesAt(ticker, at),
    at,
  })
  /** The quotes of several stocks at the same instant. */
  const quotes = (wanted: readonly Ticker[], at = now()): Quote[] =>
    wanted.map((ticker) => quote(ticker, at))
  const announcer = createAnnouncer()
  const previousClose = (ticker: Ticker, at = now()): Cents | null => {
    const day = tradingDayBefore(tradingDayAt(at, hours), hours)
    return source.closes(ticker, day, day)[0]?.cents ?? null
  }
  let beat: NodeJS.Timeout | undefined
  return {
    hours,
    quote: (ticker) => quote(ticker),
    find: async (ticker) => quote(ticker),
    quotesIn: async (_tx, wanted, instant) =>
      new Map(quotes(wanted, instant).map((one) => [one.ticker, one])),
    previousClose: (ticker) => previousClose(ticker),
    previousCloses: () => {
      const at = now()
      return { at: previousCloseAt(at, hours), priceOf: (ticker) => previousClose(ticker, at) }
    },
    hourly: hourlyOf(source, now),
    daily: dailyOf(source, options),
    earnings: earningsOf(source, options),
    pricesAt: async (wanted, instant) => {
      const at = Math.min(instant, now())
      return new Map(wanted.map((ticker) => [ticker, source.priceAt(ticker, at)]))
    },
    subscribe: (listener) => {
      // Not before: most markets of lessons have no subscriber.
      beat ??= setInterval(() => {
        unlessBehind(() => announcer.announce(quotes(tickers), (ticker) => previousClose(ticker)))
      }, paceMs).unref()
      return announcer.subscribe(listener)
    },
    close: async () => clearInterval(beat),
  }
}

/** A report is announced so many days before, and shown for a year after. */
const announcedDays = 14
const shownDays = 366

/** The one answer about the future: the day of a report, whose move is independent of everything before it. */
function earningsOf(
  source: PriceFunction,
  { hours, announcedFrom, now }: SimulatedMarketOptions,
): NonNullable<Market['earnings']> {
  return (ticker) => {
    const at = now()
    const today = dayOf(at)
    const days = source.reports(ticker, addDays(today, -shownDays), addDays(today, announcedDays))
    const hasBegun = (day: Day): boolean => (sessionOn(day, hours)?.open ?? 0) <= at
    const isAnnounced = (day: Day) => announcedFrom !== undefined && day >= announcedFrom
    return {
      next: days.find((day) => !hasBegun(day) && isAnnounced(day)) ?? null,
      past: days.filter(hasBegun),
    }
  }
}

function dailyOf(source: PriceFunction, { hours, now }: SimulatedMarketOptions): Market['daily'] {
  const daysOf = dayCache(source, hours)
  return async (ticker, from) => {
    const first = dayOf(from)
    const last = source.lastClosedDay(now())
    if (last === null || last < first) return { points: [] }
    const points = await daysOf(ticker, numberOf(first), numberOf(last))
    const [start, until] = [startOfDay(first), sessionOn(last, hours)?.close ?? 0]
    return { points: between(points, start + 1, until) }
  }
}

/** Two caches, so that a request for a week long ago does not evict the hours of this week. */
function hourlyOf(source: PriceFunction, now: () => number): Market['hourly'] {
  const [recent, old] = [hourCache(source), hourCache(source)]
  return async (ticker, from, end = Infinity) => {
    const shown = now()
    const until = Math.min(end, shown)
    const hoursOf = shown - from > cachedHours * hourMs ? old : recent
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

/**
 * The number of cached hours, four weeks: a chart shows a week by the hour, and each hour requires a walk down the slot
 * tree.
 */
const cachedHours = 28 * 24

const hourCache = (source: PriceFunction) =>
  createPriceCache({
    compute: (ticker, first, last) =>
      source
        .hourly(ticker, first * hourMs, last * hourMs)
        .map(({ at, cents }) => ({ at, price: cents })),
    stepsAtOnce: 24,
    stepsMax: cachedHours,
  })

/** Caches all days: a century takes some megabytes. */
const dayCache = (source: PriceFunction, hours: MarketHours) =>
  createPriceCache({
    compute: (ticker, first, last) =>
      source.closes(ticker, dayNumbered(first), dayNumbered(last)).flatMap(({ day, cents }) => {
        const session = sessionOn(day, hours)
        return session ? [{ at: session.close, price: cents }] : []
      }),
    stepsAtOnce: 128,
    stepsMax: 120 * 366,
  })

/** The points of a range; the cached points are sorted by time. */
const between = (points: readonly PricePoint[], from: number, until: number) =>
  points.slice(
    points.findLastIndex(({ at }) => at < from) + 1,
    points.findLastIndex(({ at }) => at <= until) + 1,
  )

const numberOf = (day: Day): number => Date.parse(day) / dayMs
const dayNumbered = (number: number): Day =>
  asDay(new Date(number * dayMs).toISOString().slice(0, 10))
