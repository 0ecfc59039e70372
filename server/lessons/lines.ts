// The prices of a lesson since its start, for small charts: at most 121 of each stock.
import { marketAt } from '@tengrand/core/lesson.ts'
import { cents, toDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { LiveLesson } from './live.ts'

const pointsMax = 120

/** By tick. The steps are powers of two, so that a wider step uses prices that are known. */
const known = new WeakMap<LiveLesson, Map<number, readonly number[]>>()

export async function readLines(lesson: LiveLesson) {
  const { market, moment, terms, listing } = lesson
  const { tick } = moment()
  const cache = known.get(lesson) ?? new Map<number, readonly number[]>()
  known.set(lesson, cache)
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, tick / pointsMax)))
  const ticks = Array.from({ length: Math.ceil(tick / step) }, (_, index) => index * step)
  ticks.push(tick)
  const points: (readonly number[])[] = []
  for (const at of ticks) {
    let prices = cache.get(at)
    if (prices === undefined) {
      const found = await market.pricesAt(tickers, marketAt(terms, at))
      prices = tickers.map((ticker) => toDollars(found.get(ticker) ?? cents(0)))
      cache.set(at, prices)
    }
    points.push(prices)
  }
  const lines = tickers.map((ticker, index) => ({
    ticker: listing.symbolOf(ticker),
    prices: points.map((prices) => prices[index] ?? 0),
  }))
  return { ticks, lines }
}
