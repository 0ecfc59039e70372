// The log prices of the 16 stocks: for each an anchor, a trend, and its loads on the market's, the technology's, its
// sector's and its own stream.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import type { Position } from './calendar.ts'
import type { Seed } from './dice.ts'
import { log } from './elementary.ts'
import {
  marketParameters,
  ownCascade,
  sectorParameters,
  sectors,
  techParameters,
  tickerParameters,
  trendOf,
} from './parameters.ts'
import type { Rhythm } from './rhythm.ts'
import { marketName, streamsOf, type Stream } from './streams.ts'

export function logPricesOf(seed: Seed, rhythm: Rhythm, announcedFrom: number) {
  const streamOf = streamsOf(seed, rhythm, announcedFrom)
  const market = streamOf(marketName, marketParameters)
  const tech = streamOf('TECH', techParameters)
  const bySector = new Map<string | null, Stream>(
    sectors.map((sector) => [sector, streamOf(sector, sectorParameters)]),
  )
  const stocks = new Map(
    tickers.map((ticker) => {
      const [anchor, marketLoad, techLoad, sector, sectorLoad, volatility, earnings, overnight] =
        tickerParameters[ticker]
      const ofSector = bySector.get(sector)
      const own = streamOf(ticker, { volatility, earnings, overnight, cascade: ownCascade })
      const parts = [
        { stream: market, load: marketLoad },
        { stream: tech, load: techLoad },
        ...(ofSector ? [{ stream: ofSector, load: sectorLoad }] : []),
        { stream: own, load: 1 },
      ]
      return [ticker, { anchorLog: log(anchor), trend: trendOf(marketLoad), parts }]
    }),
  )
  const slots = 1 << rhythm.slotLevels
  return (ticker: Ticker, { dayIndex, slot }: Position): number => {
    const stock = stocks.get(ticker)
    if (!stock) throw new RangeError(`There is no stock ${ticker}.`)
    const years = (dayIndex + slot / slots) / rhythm.daysPerYear
    let sum = stock.anchorLog + stock.trend * years
    for (const { stream, load } of stock.parts) sum += load * stream(dayIndex, slot)
    return sum
  }
}
