// Converts between a ticker and its id in the table `ticker`, whose rows migration 0002 inserts in the same order.
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

export const tickerIdOf = (ticker: Ticker): number => tickers.indexOf(ticker) + 1

export function tickerOf(id: number): Ticker {
  const ticker = tickers[id - 1]
  if (ticker === undefined) throw new RangeError(`${id} is not the number of a stock.`)
  return ticker
}
