// The prices of a lesson since its start, for small charts: at most 121 of each stock.
import { tickers } from '@tengrand/core/tickers.ts'

import type { LiveLesson } from './live.ts'

const pointsMax = 120

export function readLines({ moment, dollarsAt, listing }: LiveLesson) {
  const { tick } = moment()
  // Powers of two, so that a wider step uses prices that are known.
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, tick / pointsMax)))
  const ticks = Array.from({ length: Math.ceil(tick / step) }, (_, index) => index * step)
  ticks.push(tick)
  const points = ticks.map(dollarsAt)
  const lines = tickers.map((ticker, index) => ({
    ticker: listing.symbolOf(ticker),
    prices: points.map((prices) => prices[index] ?? 0),
  }))
  return { ticks, lines }
}
