// The past prices of the market, by trading day of the demo world.
import {
  addDays,
  addMonths,
  dayOf,
  hourMs,
  instantAt,
  minuteMs,
  startOfDay,
  type Day,
} from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { MarketHours } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'

import type { Market } from '../market/market.ts'

export type PastMarket = Pick<Market, 'hours' | 'daily' | 'pricesAt'>

export type Past = Awaited<ReturnType<typeof pastOf>>

/** The trading hours of a day. */
export interface TradingDay {
  readonly from: number
  readonly to: number
}

export const instantIn = ({ from, to }: TradingDay, share: number): number =>
  Math.floor(from + share * (to - from))

/** The number of days before the first one whose closes are known. */
const lookBackDays = 60

const months = 12
const daysMore = 45

export async function pastOf(market: PastMarket, now: number) {
  const today = dayOf(now)
  const first = addDays(addMonths(today, -months), -daysMore)
  // At least half of the days have a session.
  const earliest = addDays(first, -2 * lookBackDays)
  const days = tradingDays(first, today, market.hours)
  const closes = new Map<Ticker, readonly Cents[]>()
  for (const ticker of tickers) {
    closes.set(ticker, await closesOf(market, ticker, { from: earliest, until: today }))
  }
  return {
    hours: market.hours,
    /** Oldest first; longer than a year, so that a second chapter fills the chart of a year. */
    days: days as readonly TradingDay[],
    /** The close by the index of the day; negative indexes are days before the first. */
    close: (ticker: Ticker, number: number): Cents => {
      const close = closes.get(ticker)?.at(number - days.length)
      if (close === undefined) throw new RangeError('So old a close is not known.')
      return close
    },
    priceAt: async (ticker: Ticker, instant: number): Promise<Cents | null> =>
      (await market.pricesAt([ticker], instant)).get(ticker) ?? null,
  }
}

function tradingDays(from: Day, until: Day, hours: MarketHours): TradingDay[] {
  const days: TradingDay[] = []
  for (let day = from; day < until; day = addDays(day, 1)) {
    const session = sessionOn(day, hours)
    if (session === null) continue
    days.push({
      from: Math.max(session.open + marginMs, instantAt(day, 7 * hourMs)),
      to: Math.min(session.close - marginMs, instantAt(day, 23 * hourMs)),
    })
  }
  return days
}

const marginMs = 2 * minuteMs

/** Without today's close, which the exchange may already have. */
async function closesOf(
  market: PastMarket,
  ticker: Ticker,
  { from, until }: { readonly from: Day; readonly until: Day },
): Promise<Cents[]> {
  const history = await market.daily(ticker, startOfDay(from))
  if (!('points' in history)) throw new Error(`The past of ${ticker} cannot be had.`)
  return history.points.filter(({ at }) => at <= startOfDay(until)).map(({ price }) => price)
}
