// Computes the prices of the simulated market from the secret, the ticker and the instant alone. It can compute future
// prices, so callers must not pass an instant after now.
import { addDays, hourMs, type Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { pricesOf, type MarketHours, type Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { calendarOf, type Position } from './calendar.ts'
import { diceOf, type Seed } from './dice.ts'
import { reportsOf } from './earnings.ts'
import { exp } from './elementary.ts'
import { rhythms, type Rhythm } from './rhythm.ts'
import { logPricesOf } from './stocks.ts'

export type SimulatedMarket = ReturnType<typeof simulatedMarket>

// What a market needs of it.
export type PriceFunction = Pick<
  SimulatedMarket,
  'pricesAt' | 'priceAt' | 'closes' | 'lastClosedDay' | 'hourly' | 'reports'
>

export interface SimulationOptions {
  secret: Seed['secret']
  // Of the price function: the newest one, unless the market has had another one before.
  version?: Seed['version']
  hours: MarketHours
  // The first day whose reports are announced ones, which changes later prices; missing for a market without them.
  announcedFrom?: Day
}

export function simulatedMarket(options: SimulationOptions) {
  const { secret, version = 'market-sim/v2', hours, announcedFrom } = options
  const seed = { secret, version }
  const calendar = calendarOf(hours)
  const { positionAt, closeOf, lastClosedDay, isTrading, nextChangeAt } = calendar
  const announcedIndex = announcedFrom ? calendar.indexOf(announcedFrom) : Infinity
  const rhythm = rhythms[hours]
  const logPrice = logPricesOf(seed, rhythm, announcedIndex)
  const pricesIn = (ticker: Ticker, position: Position) => pricesOf(exp(logPrice(ticker, position)))
  const pricesAt = (ticker: Ticker, instantMs: number): Prices =>
    pricesIn(ticker, positionAt(instantMs))
  const priceAt = (ticker: Ticker, instantMs: number): Cents => pricesAt(ticker, instantMs).price
  return {
    // The last close while the market is closed.
    priceAt,
    // The price with its bid and ask.
    pricesAt,
    logPriceAt: (ticker: Ticker, instantMs: number) => logPrice(ticker, positionAt(instantMs)),
    // The closes of the days with a session, both ends included. The close of a day is in the future until the day is
    // over, so callers pass lastClosedDay as the last day at most.
    closes: (ticker: Ticker, from: Day, to: Day) =>
      daysFrom(from, to).flatMap((day) => {
        const close = closeOf(day)
        return close ? [{ day, cents: pricesIn(ticker, close).price }] : []
      }),
    lastClosedDay,
    // The prices at every full hour of trading, both ends included; the last one of a day is its close.
    hourly: (ticker: Ticker, fromMs: number, toMs: number) => {
      if (toMs - fromMs > hoursMax * hourMs) throw new RangeError('Too many hours for one answer.')
      const trading = hoursFrom(fromMs, toMs).filter((at) => isTrading(at))
      return trading.map((at) => ({ at, cents: priceAt(ticker, at) }))
    },
    // The days with a report, in order, both ends included. It tells of the future too.
    reports: reportDaysOf(seed, rhythm, calendar),
    // The first millisecond after an instant at which prices may change.
    nextChangeAt,
  }
}

// Both ends included, as with the hours.
export function daysFrom(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

export function hoursFrom(fromMs: number, toMs: number): number[] {
  const hours: number[] = []
  for (let at = Math.ceil(fromMs / hourMs) * hourMs; at <= toMs; at += hourMs) hours.push(at)
  return hours
}

function reportDaysOf(seed: Seed, rhythm: Rhythm, calendar: ReturnType<typeof calendarOf>) {
  const { indexOf, dayNumbered } = calendar
  return (ticker: Ticker, from: Day, to: Day): Day[] => {
    const { earningsEveryDays: everyDays } = rhythm
    const reports = reportsOf(diceOf(seed, ticker, rhythm.domain), 0, everyDays)
    const days: Day[] = []
    // The report of a holiday shows a few days later, so the season before counts too.
    const lastSeason = reports.seasonOf(indexOf(to))
    for (let season = reports.seasonOf(indexOf(from)) - 1; season <= lastSeason; season += 1) {
      const day = dayNumbered(reports.inSeason(season).dayIndex)
      if (day >= from && day <= to) days.push(day)
    }
    return days
  }
}

// A year. Unlike a close, each hour requires a walk down the slot tree.
const hoursMax = 24 * 366
