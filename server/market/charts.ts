// The charts of stocks that clients draw: the prices of one stock over a range, and the shape of the past week of all stocks.
import { dayOf, rangeStart } from '@tengrand/core/day.ts'
import { cents, toDollars } from '@tengrand/core/money.ts'
import type { Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import type { Market, PricePoint } from './market.ts'

export const chartRanges = ['7d', '1m', '6m', '1y'] as const

type ChartRange = (typeof chartRanges)[number]

export async function chartOf(market: Market, ticker: Ticker, range: ChartRange, now: number) {
  const from = rangeStart(range, now, 0)
  const [quote, history] = await Promise.all([
    market.find(ticker),
    range === '7d' ? market.hourly(ticker, from) : market.daily(ticker, from),
  ])
  return 'refusal' in history ? history : { points: pointsOf(range, history.points, quote) }
}

/** The past prices and the latest one, each with its date. */
function pointsOf(range: ChartRange, past: readonly PricePoint[], quote: Quote | null) {
  const dateOf = range === '7d' ? isoOf : closingDayOf
  const points = past.map(({ at, price }) => ({ date: dateOf(at), price }))
  if (quote === null) return points
  const last = { date: range === '7d' ? isoOf(quote.at) : dayOf(quote.at), price: quote.price }
  const others = points.filter(({ date }) => date !== last.date)
  // The latest price is left out where the last bar is newer.
  return (others.at(-1)?.date ?? '') > last.date ? points : [...others, last]
}

const isoOf = (at: number): string => new Date(at).toISOString()

/** The day that closed at an instant: a market without closing hours closes at the next midnight. */
const closingDayOf = (at: number): string => dayOf(at - 1)

export function metricsOf(points: readonly Pick<PricePoint, 'price'>[]) {
  const first = points[0]?.price ?? cents(0)
  const { amount, percent } = returnSince(first, points.at(-1)?.price ?? first)
  return { period_return: toDollars(amount), period_return_percent: percent }
}

/** A stock without two known prices is left out, so that a chart of all stocks never waits for a provider. */
export async function priceLinesOf(market: Pick<Market, 'quote' | 'hourly'>, now: number) {
  const from = rangeStart('7d', now, 0)
  const lines = []
  for (const ticker of tickers) {
    const history = await market.hourly(ticker, from, undefined, 'stored-only')
    if ('refusal' in history) continue
    const points = pointsOf('7d', history.points, market.quote(ticker))
    if (points.length < 2) continue
    const prices = thinned(points).map(({ price }) => toDollars(price))
    lines.push({ ticker, prices, ...metricsOf(points) })
  }
  return lines
}

/** More points than a small chart has pixels would only make the answer longer. */
const pointsMax = 48

/** Leaves out points at even distances, and keeps the last one, which is the latest price. */
function thinned<T>(points: readonly T[]): readonly T[] {
  const step = Math.ceil(points.length / pointsMax)
  return points.filter((_, index) => (points.length - 1 - index) % step === 0)
}
