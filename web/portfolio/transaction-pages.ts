// All transactions of a portfolio, page by page. A file of its own, because only two screens load this code.
import { useInfiniteQuery } from '@tanstack/react-query'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { call } from '../api/client.ts'
import { usePortfolioOptions, type Transaction } from './queries.ts'
import { requestOptionsOf } from '../api/queries.ts'

export interface TransactionFilter {
  readonly ticker: Ticker | null
  readonly type: Transaction['type'] | null
}

/** Newest first; `fetchNextPage` asks for what was before. Many pages are not fetched again each time the tab gets the focus. */
export function useTransactionPages({ ticker, type }: TransactionFilter) {
  const { options, portfolio } = usePortfolioOptions('transactions', ticker, type)
  return useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, ...context }) => {
      const query = {
        limit: '100',
        before: pageParam ?? undefined,
        ticker: ticker ?? undefined,
        type: type ?? undefined,
        portfolio,
      }
      return call(portfolioCalls.transactions, { query }, requestOptionsOf(context))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: areFew,
    refetchOnWindowFocus: areFew,
    gcTime: keptMs,
  })
}

interface Pages {
  readonly pages: readonly unknown[]
}

const fewPages = 3
const areFew = ({ state: { data } }: { readonly state: { readonly data: Pages | undefined } }) =>
  (data?.pages.length ?? 0) <= fewPages && 'always'

const keptMs = 60_000
