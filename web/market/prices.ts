// The queries of prices: the current one of a stock, and those of a range.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as marketCalls from '@tengrand/contract/market.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { use } from 'react'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { MarketContext } from './market-context.ts'

/** By whatever was typed: whether there is such a stock is for the server to say. */
export const useCurrentPrice = (symbol: string) =>
  useQuery({
    queryKey: ['current-price', use(MarketContext), symbol],
    queryFn: async (context) =>
      orRefusal(
        await call(
          marketCalls.currentPrice,
          { params: { ticker: symbol } },
          requestOptionsOf(context),
        ),
      ),
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

const minuteMs = 60_000

/** An answer about a price can be that there is none, and says so in words. */
function orRefusal<A extends { readonly error: string | null }>(answer: A): A {
  if (answer.error === null) return answer
  throw new ApiProblem({ status: 200, code: 'refused', sentence: answer.error })
}
