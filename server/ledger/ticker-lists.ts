// The lists of a portfolio's row, which have a number for each stock, to and from the way that PostgreSQL writes them.
import { realizedGain, type RealizedGains, type Trade } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import { tickerIdOf } from '../market/ticker-id.ts'

/** By the number of the stock, from 1 on: the first element stands for none. The driver would take longer to read it. */
export const byTicker = (list: string): number[] =>
  JSON.parse(`[0,${list.slice(1, -1)}]`) as number[]

export const listOfTickers = (values: readonly (number | null)[]): string =>
  `{${values
    .slice(1)
    .map((value) => value ?? 'NULL')
    .join(',')}}`

const gainsByTicker = (list: string): (number | null)[] => byTicker(list.replaceAll('NULL', 'null'))

export const nothingRealized: string = listOfTickers([null, ...tickers.map(() => null)])

/** Only a sale reads the list: it takes longer than the rest of the decision. */
export function realizedWith(list: string, trade: Trade): string {
  const gain = realizedGain(trade)
  if (gain === null) return list
  const gains = gainsByTicker(list)
  const place = tickerIdOf(trade.ticker)
  return listOfTickers(gains.with(place, (gains[place] ?? 0) + gain))
}

export function realizedIn(list: string): RealizedGains {
  const gains = gainsByTicker(list)
  return new Map(
    tickers.flatMap((ticker) => {
      const gain = gains[tickerIdOf(ticker)] ?? null
      return gain === null ? [] : [[ticker, cents(gain)] as const]
    }),
  )
}
