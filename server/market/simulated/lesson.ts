// The prices of a lesson's market: the moves of a simulated market far from its anchor, from drawn starting prices on.
// A lesson's stock is a number; only this file knows whose moves it has.
import { dayMs } from '@tengrand/core/day.ts'
import { spreadAround, type Prices } from '@tengrand/core/quote.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'
import type { Seed } from './dice.ts'
import { exp } from './elementary.ts'
import { daysFrom, hoursFrom, simulatedMarket, type PriceFunction } from './market.ts'

export interface LessonSeed extends Seed {
  secret: Uint8Array
  // For each stock of the lesson, the number of the company whose moves it has.
  order: readonly number[]
  startingPrices: readonly Cents[]
  // The instant of the starting prices.
  opensAt: number
}

// At the anchor's day every market has the same prices, which players may know. So long after it they reveal nothing.
const shiftMs = 4_096 * dayMs

export function lessonMarket(seed: LessonSeed): PriceFunction {
  const { secret, version, order, startingPrices, opensAt } = seed
  const source = simulatedMarket({ secret, version, hours: 'always' })
  const stocks = new Map(
    tickers.map((ticker, index) => {
      const [company, start] = [tickers[order[index] ?? -1], startingPrices[index]]
      if (!company || start === undefined) throw new RangeError(`A lesson has no ${ticker}.`)
      return [ticker, { company, start, first: source.logPriceAt(company, opensAt + shiftMs) }]
    }),
  )
  const pricesAt = (ticker: Ticker, instantMs: number): Prices => {
    const stock = stocks.get(ticker)
    if (!stock) throw new RangeError(`There is no stock ${ticker}.`)
    const { company, start, first } = stock
    const moved = source.logPriceAt(company, instantMs + shiftMs) - first
    return spreadAround((start / 100) * exp(moved))
  }
  const priceAt = (ticker: Ticker, instantMs: number): Cents => pricesAt(ticker, instantMs).price
  return {
    pricesAt,
    priceAt,
    // By the instants of the closes: a shifted day may begin at another hour.
    closes: (ticker, from, to) =>
      daysFrom(from, to).flatMap((day) => {
        const session = sessionOn(day, 'always')
        return session ? [{ day, cents: priceAt(ticker, session.close) }] : []
      }),
    lastClosedDay: source.lastClosedDay,
    hourly: (ticker, fromMs, toMs) =>
      hoursFrom(fromMs, toMs).map((at) => ({ at, cents: priceAt(ticker, at) })),
    // A lesson has no announced days.
    reports: () => [],
  }
}
