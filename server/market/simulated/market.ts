// Computes the prices of the simulated market from the secret, the ticker and the instant alone. It can compute future
// prices, so callers must not pass an instant after now.
import { addDays, hourMs, type Day } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { pricesOf, type MarketHours, type Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { calendarOf, type Position } from './calendar.ts'
import type { Secret } from './dice.ts'
import { exp } from './elementary.ts'
import { rhythms } from './rhythm.ts'
import { logPricesOf } from './stocks.ts'

export type SimulatedMarket = ReturnType<typeof simulatedMarket>

export function simulatedMarket(options: { secret: Secret; hours: MarketHours }) {
  const { positionAt, closeOf, lastClosedDay, isTrading, nextChangeAt } = calendarOf(options.hours)
  const logPrice = logPricesOf(options.secret, rhythms[options.hours])
  const pricesIn = (ticker: Ticker, position: Position) => pricesOf(exp(logPrice(ticker, position)))
  const pricesAt = (ticker: Ticker, instantMs: number): Prices =>
    pricesIn(ticker, positionAt(instantMs))
  const priceAt = (ticker: Ticker, instantMs: number): Cents => pricesAt(ticker, instantMs).price
  return {
    // The last close while the market is closed.
    priceAt,
    // The price with its bid and ask.
    pricesAt,
    // The closes of the days with a session, both ends included. The close of a day is in the future until the day is
    // over, so callers pass lastClosedDay as the last day at most.
    closes: (ticker: Ticker, from: Day, to: Day) => {
      const closes: { day: Day; cents: Cents }[] = []
      for (let day = from; day <= to; day = addDays(day, 1)) {
        const close = closeOf(day)
        if (close) closes.push({ day, cents: pricesIn(ticker, close).price })
      }
      return closes
    },
    lastClosedDay,
    // The prices at every full hour of trading, both ends included; the last one of a day is its close.
    hourly: (ticker: Ticker, fromMs: number, toMs: number) => {
      if (toMs - fromMs > hoursMax * hourMs) throw new RangeError('Too many hours for one answer.')
      const prices: { at: number; cents: Cents }[] = []
      for (let at = Math.ceil(fromMs / hourMs) * hourMs; at <= toMs; at += hourMs) {
        if (isTrading(at)) prices.push({ at, cents: priceAt(ticker, at) })
      }
      return prices
    },
    // The first millisecond after an instant at which prices may change.
    nextChangeAt,
  }
}

// A year. Unlike a close, each hour requires a walk down the slot tree.
const hoursMax = 24 * 366
