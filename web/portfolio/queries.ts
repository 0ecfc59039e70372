// The queries about the portfolio of the screen.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import { portfolioCalls } from '@tengrand/contract/portfolio.ts'
import type { Range } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { usePortfolioQuery, useScope } from './scope.tsx'

export type Portfolio = Answer<typeof portfolioCalls.portfolio>
export type Holding = Portfolio['holdings'][number]
export type NetWorthHistory = Answer<typeof portfolioCalls.netWorthHistory>
export type Transaction = Answer<typeof portfolioCalls.transactions>['transactions'][number]

export function usePortfolio({ enabled = true } = {}) {
  const { options, portfolio } = usePortfolioQuery('portfolio')
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(portfolioCalls.portfolio, { query: { portfolio } }, requestOptionsOf(context)),
    enabled: options.enabled && enabled,
  })
}

/** What an order names: the portfolio that was shown, also when another tab has closed it since. */
export function usePortfolioId(): string | undefined {
  const { data } = usePortfolio()
  const { portfolio } = useScope()
  return data?.portfolio ?? portfolio ?? undefined
}

/** How often a query about the portfolio is repeated: a closed one does not change. Reads the cache, never fetches. */
export function useRefetchInterval(): number | false {
  const { data } = usePortfolio({ enabled: false })
  return data?.closed_at ? false : refetchMs
}

const refetchMs = 5 * 60_000

export function useCurrentValue() {
  const { options, portfolio } = usePortfolioQuery('current-value')
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(
        portfolioCalls.currentPortfolioValue,
        { query: { portfolio } },
        requestOptionsOf(context),
      ),
  })
}

export function useNetWorthHistory(range: Range) {
  const { options, portfolio } = usePortfolioQuery('net-worth-history', range)
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(
        portfolioCalls.netWorthHistory,
        { params: { range }, query: { portfolio } },
        requestOptionsOf(context),
      ),
    refetchInterval: useRefetchInterval(),
  })
}

/** So many are on the dashboard. */
export const transactionsShown = 10

export function useLatestTransactions(limit: number) {
  const { options, portfolio } = usePortfolioQuery('latest-transactions', limit)
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(
        portfolioCalls.transactions,
        { query: { limit: String(limit), portfolio } },
        requestOptionsOf(context),
      ),
  })
}

/** As many of one stock as one answer holds; those before them are on the page of all transactions. */
export function useStockTransactions(ticker: Ticker | null) {
  const { options, portfolio } = usePortfolioQuery('stock-transactions', ticker)
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(
        portfolioCalls.transactions,
        { query: { ticker: ticker ?? '', portfolio } },
        requestOptionsOf(context),
      ),
    enabled: options.enabled && ticker !== null,
  })
}
