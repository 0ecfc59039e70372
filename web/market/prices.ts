// Queries about stocks: the current price, the history over a range, small charts of all, and the earnings days.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as marketCalls from '@tengrand/contract/market.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { use } from 'react'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { requestOptionsOf, useConfig } from '../api/queries.ts'
import { MarketContext } from './market-context.ts'

/** Takes any symbol, because the server decides whether the stock exists. */
export const useCurrentPrice = (symbol: string) =>
  useQuery({
    queryKey: ['current-price', use(MarketContext), symbol],
    queryFn: async (context) => {
      const params = { ticker: symbol }
      return orRefusal(await call(marketCalls.currentPrice, { params }, requestOptionsOf(context)))
    },
    refetchInterval: minuteMs,
  })

export type StockRange = '7d' | '1m' | '6m' | '1y'
export type PriceHistory = Answer<typeof marketCalls.priceHistory>

export const usePriceHistory = (ticker: Ticker | null, range: StockRange) =>
  useQuery({
    queryKey: ['price-history', use(MarketContext), ticker, range],
    queryFn: async (context) => {
      const params = { ticker: ticker ?? '', range }
      return orRefusal(await call(marketCalls.priceHistory, { params }, requestOptionsOf(context)))
    },
    enabled: ticker !== null,
    refetchInterval: 5 * minuteMs,
  })

export type PriceLine = PriceLines['lines'][number]
type PriceLines = Answer<typeof marketCalls.priceLines>

/** The past 7 days of each stock. A failure only leaves the small charts out. */
export const usePriceLines = () =>
  useQuery({
    queryKey: ['price-lines', use(MarketContext)],
    queryFn: (context) => call(marketCalls.priceLines, {}, requestOptionsOf(context)),
    refetchInterval: 5 * minuteMs,
    select: byTicker,
  })

const byTicker = ({ lines }: PriceLines): ReadonlyMap<string, PriceLine> =>
  new Map(lines.map((line) => [line.ticker, line]))

export type Earnings = Answer<typeof marketCalls.earnings>

/** The earnings days of a company, which only the simulated market knows. */
export function useEarnings(ticker: Ticker) {
  const { market } = useConfig().data ?? {}
  return useQuery({
    queryKey: ['earnings', use(MarketContext), ticker],
    queryFn: (context) =>
      call(marketCalls.earnings, { params: { ticker } }, requestOptionsOf(context)),
    enabled: market === 'simulated',
    refetchInterval: 5 * minuteMs,
  })
}

const minuteMs = 60_000

/** A successful response can hold a refusal, which becomes an error of the query. */
function orRefusal<A extends { readonly error: string | null }>(answer: A): A {
  if (answer.error === null) return answer
  throw new ApiProblem({ status: 200, code: 'refused', sentence: answer.error })
}
