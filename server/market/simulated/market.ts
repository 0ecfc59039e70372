// The simulated market: a price is a function of the secret, the ticker and the instant, and of
// nothing else. It knows the future, so nobody may ask it for an instant after now.
import { addDays, type Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { pricesOf, type MarketHours, type Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { calendarOf, type Position } from './calendar.ts'
import type { Secret } from './dice.ts'
import { exp } from './elementary.ts'
import { rhythms } from './rhythm.ts'
import { logPricesOf } from './stocks.ts'

interface DailyClose {
  day: Day
  cents: Cents
}

interface HourlyPrice {
  at: number
  cents: Cents
}

export interface SimulatedMarket {
  // While the market is closed, its last close.
  priceAt(ticker: Ticker, instantMs: number): Cents
  // The same, with what a buy costs and a sale brings.
  pricesAt(ticker: Ticker, instantMs: number): Prices
  // Of the days with a session, both ends included. A close tells the future until the day is over,
  // so the last day to ask for is lastClosedDay.
  closes(ticker: Ticker, from: Day, to: Day): DailyClose[]
  lastClosedDay(instantMs: number): Day | null
  // At every full hour of trading, both ends included; the last one of a day is its close.
  hourly(ticker: Ticker, fromMs: number, toMs: number): HourlyPrice[]
  // The first millisecond after an instant at which prices may differ.
  nextChangeAt(instantMs: number): number
}

export function simulatedMarket(options: { secret: Secret; hours: MarketHours }): SimulatedMarket {
  const calendar = calendarOf(options.hours)
  const logPrice = logPricesOf(options.secret, rhythms[options.hours])
  const pricesAtPosition = (ticker: Ticker, position: Position) =>
    pricesOf(exp(logPrice(ticker, position)))
  const priceOf = (ticker: Ticker, position: Position) => pricesAtPosition(ticker, position).price
  const pricesAt = (ticker: Ticker, instantMs: number) =>
    pricesAtPosition(ticker, calendar.positionAt(instantMs))
  const priceAt = (ticker: Ticker, instantMs: number) => pricesAt(ticker, instantMs).price
  return {
    priceAt,
    pricesAt,
    closes: (ticker, from, to) => {
      const closes: DailyClose[] = []
      for (let day = from; day <= to; day = addDays(day, 1)) {
        const close = calendar.closeOf(day)
        if (close) closes.push({ day, cents: priceOf(ticker, close) })
      }
      return closes
    },
    lastClosedDay: (instantMs) => calendar.lastClosedDay(instantMs),
    hourly: (ticker, fromMs, toMs) => {
      if (toMs - fromMs > hoursMax * hourMs) throw new RangeError('Too many hours for one answer.')
      const prices: HourlyPrice[] = []
      for (let at = Math.ceil(fromMs / hourMs) * hourMs; at <= toMs; at += hourMs) {
        if (calendar.isTrading(at)) prices.push({ at, cents: priceAt(ticker, at) })
      }
      return prices
    },
    nextChangeAt: (instantMs) => calendar.nextChangeAt(instantMs),
  }
}

const hourMs = 3_600_000
// A year: hours have no closes to lean on, so each costs a walk of its own.
const hoursMax = 24 * 366
