// Converts between a ticker and its number in the database, which the migration of the tables uses as well.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

export const tickerIdOf = (ticker: Ticker): number => tickers.indexOf(ticker) + 1

export function tickerOf(id: number): Ticker {
  const ticker = tickers[id - 1]
  if (ticker === undefined) throw new RangeError(`${id} is not the number of a stock.`)
  return ticker
}
