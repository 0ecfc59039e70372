// The 16 stocks as sums: an anchor, a trend, and what each takes of the market, of technology, of
// its sector and of its own path.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import type { Position } from './calendar.ts'
import type { Secret } from './dice.ts'
import { log } from './elementary.ts'
import {
  marketParameters,
  sectorParameters,
  sectors,
  techParameters,
  tickerParameters,
  trendOf,
} from './parameters.ts'
import type { Rhythm } from './rhythm.ts'
import { marketName, streamsOf, type Stream } from './streams.ts'

export type LogPrice = (ticker: Ticker, position: Position) => number

export function logPricesOf(secret: Secret, rhythm: Rhythm): LogPrice {
  const streamOf = streamsOf(secret, rhythm)
  const market = streamOf(marketName, marketParameters)
  const tech = streamOf('TECH', techParameters)
  const bySector = new Map(sectors.map((sector) => [sector, streamOf(sector, sectorParameters)]))
  const stocks = new Map(
    tickers.map((ticker) => {
      const stock = tickerParameters[ticker]
      const parts = [part(market, stock.beta), part(tech, stock.tech)]
      const sector = stock.sector === null ? undefined : bySector.get(stock.sector)
      if (sector) parts.push(part(sector, stock.sectorLoad))
      parts.push(part(streamOf(ticker, stock.own), 1))
      return [ticker, { anchorLog: log(stock.anchorDollars), trend: trendOf(stock), parts }]
    }),
  )
  const slots = 1 << rhythm.slotLevels
  return (ticker, { dayIndex, slot }) => {
    const stock = stocks.get(ticker)
    if (!stock) throw new RangeError(`There is no stock ${ticker}.`)
    const years = (dayIndex + slot / slots) / rhythm.daysPerYear
    let sum = stock.anchorLog + stock.trend * years
    for (const { stream, load } of stock.parts) sum += load * stream(dayIndex, slot)
    return sum
  }
}

interface Part {
  stream: Stream
  load: number
}

function part(stream: Stream, load: number): Part {
  return { stream, load }
}
