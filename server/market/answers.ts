// The answers about one stock of a market, that of the installation or that of a lesson.
import { toDollars } from '@tengrand/core/money.ts'
import { freshnessOf, staleWarning } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { chartOf, chartRanges, metricsOf } from './charts.ts'
import type { MarketTime } from './markets.ts'

type Time = Pick<MarketTime, 'market' | 'now'>

export async function currentPriceOf({ market, now }: Time, ticker: Ticker) {
  const quote = await market.find(ticker)
  if (quote === null) return { refusal: { code: 'no_price', ticker } as const }
  const freshness = freshnessOf(quote.at, now(), market.hours)
  return {
    price: toDollars(quote.price),
    bid: toDollars(quote.bid),
    ask: toDollars(quote.ask),
    cache_age: { is_fresh: freshness.isFresh, age_hours: freshness.ageHours },
    warning: staleWarning(freshness),
    error: null,
  }
}

export async function priceHistoryOf({ market, now }: Time, ticker: Ticker, text: string) {
  const range = chartRanges.find((known) => known === text.toLowerCase())
  if (range === undefined)
    return { refusal: { code: 'unknown_range', ranges: chartRanges } as const }
  const chart = await chartOf(market, ticker, range, now())
  if ('refusal' in chart) return chart
  return {
    historical_data: chart.points.map(({ date, price }) => ({ date, price: toDollars(price) })),
    metrics: metricsOf(chart.points),
    error: null,
  }
}
