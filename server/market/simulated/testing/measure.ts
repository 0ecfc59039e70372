// Measures the statistics of a simulated market on its prices in whole cents.
import type { MarketHours } from '@tengrand/core/quote.ts'
import { addDays } from '@tengrand/core/day.ts'
import type { Day } from '@tengrand/core/day.ts'
import { isSession, sessionOf } from '@tengrand/core/session.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { simulatedMarket } from '../market.ts'
import type { SimulatedMarket } from '../market.ts'

// Lists are in the order of `tickers`.
export interface Measured {
  volatility: number[]
  correlation: number[][]
  kurtosis: number[]
  // Means over the tickers, by lag in days.
  absoluteAutocorrelation: Record<1 | 5 | 20, number>
  autocorrelation: number
  // Empty for a market without nights.
  overnightShare: number[]
}

const sessionsPerYear = { always: 365, nyse: 252 }

export function measure(
  secret: string,
  hours: MarketHours,
  lastDay: Day,
  sessions: number,
): Measured {
  const market = simulatedMarket({ secret, hours })
  const days = daysUpTo(hours, lastDay, sessions + 1)
  const closes = tickers.map((ticker) => closesOn(market, ticker, days))
  const returns = closes.map((logs) => differences(logs.slice(1), logs))
  const scaled = returns.map(standardised)
  const sizes = returns.map((own) => standardised(own.map(Math.abs)))
  const absolute = (lag: number) => mean(sizes.map((own) => meanProduct(own, own.slice(lag))))
  return {
    volatility: returns.map((own) => Math.sqrt(variance(own) * sessionsPerYear[hours])),
    correlation: scaled.map((own) => scaled.map((other) => meanProduct(own, other))),
    kurtosis: scaled.map((own) => mean(own.map((value) => value ** 4)) - 3),
    absoluteAutocorrelation: { 1: absolute(1), 5: absolute(5), 20: absolute(20) },
    autocorrelation: mean(scaled.map((own) => meanProduct(own, own.slice(1)))),
    overnightShare: hours === 'nyse' ? overnightShares(market, days, closes) : [],
  }
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted.length / 2
  return mean(sorted.slice(Math.ceil(upper - 1), Math.floor(upper) + 1))
}

function daysUpTo(hours: MarketHours, lastDay: Day, count: number): Day[] {
  const days: Day[] = []
  for (let day = lastDay; days.length < count; day = addDays(day, -1)) {
    if (hours === 'always' || isSession(day)) days.push(day)
  }
  return days.toReversed()
}

function closesOn(market: SimulatedMarket, ticker: Ticker, days: readonly Day[]): number[] {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) return []
  return market.closes(ticker, first, last).map(({ cents }) => Math.log(cents))
}

// Loops over days first, because stocks share most of the path to an instant.
function overnightShares(
  market: SimulatedMarket,
  days: readonly Day[],
  closes: readonly number[][],
): number[] {
  const opens = days.slice(1).map((day) => {
    const session = sessionOf(day)
    if (!session) throw new RangeError(`${day} has no session.`)
    return tickers.map((ticker) => Math.log(market.priceAt(ticker, session.open)))
  })
  return closes.map((own, index) => {
    const ownOpens = opens.map((open) => open[index] ?? NaN)
    const night = variance(differences(ownOpens, own))
    return night / (night + variance(differences(own.slice(1), ownOpens)))
  })
}

function differences(values: readonly number[], before: readonly number[]): number[] {
  return values.map((value, n) => value - (before[n] ?? NaN))
}

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** 2))
}

function standardised(values: readonly number[]): number[] {
  const middle = mean(values)
  const scale = Math.sqrt(variance(values))
  return values.map((value) => (value - middle) / scale)
}

// Divides by the length of the first list, as is usual for autocorrelations.
function meanProduct(values: readonly number[], others: readonly number[]): number {
  let sum = 0
  for (const [n, other] of others.entries()) sum += other * (values[n] ?? NaN)
  return sum / values.length
}
