// Each question about what belongs to the learner, once; the answers are kept under the person, so that nobody sees another's.
import { useQuery } from '@tanstack/react-query'
import { portfolioCalls } from '@tengrand/contract/portfolio.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import type { Range } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { useLearnerQuery } from '../session/learner-query.ts'

export type Portfolio = Answer<typeof portfolioCalls.portfolio>
export type Holding = Portfolio['holdings'][number]
export type NetWorthHistory = Answer<typeof portfolioCalls.netWorthHistory>
export type Transaction = Answer<typeof portfolioCalls.transactions>['transactions'][number]

const minuteMs = 60_000

/** Here and below: the open one, or a chapter that is over, by its id. */
export const usePortfolio = (portfolio?: string) =>
  useQuery({
    ...useLearnerQuery('portfolio', portfolio),
    queryFn: (context) =>
      call(portfolioCalls.portfolio, { query: { portfolio } }, requestOptionsOf(context)),
  })

export const useCurrentValue = () =>
  useQuery({
    ...useLearnerQuery('current-value'),
    queryFn: (context) =>
      call(portfolioCalls.currentPortfolioValue, { query: {} }, requestOptionsOf(context)),
  })

export const useNetWorthHistory = (range: Range, portfolio?: string) =>
  useQuery({
    ...useLearnerQuery('net-worth-history', range, portfolio),
    queryFn: (context) =>
      call(
        portfolioCalls.netWorthHistory,
        { params: { range }, query: { portfolio } },
        requestOptionsOf(context),
      ),
    refetchInterval: portfolio === undefined && 5 * minuteMs,
  })

/** So many are on the dashboard. */
export const transactionsShown = 10

export const useLatestTransactions = (limit: number) =>
  useQuery({
    ...useLearnerQuery('latest-transactions', limit),
    queryFn: (context) =>
      call(
        portfolioCalls.transactions,
        { query: { limit: String(limit) } },
        requestOptionsOf(context),
      ),
  })

/** As many of one stock as one answer holds; those before them are on the page of all transactions. */
export const useStockTransactions = (ticker: Ticker | null) => {
  const mine = useLearnerQuery('stock-transactions', ticker)
  return useQuery({
    ...mine,
    queryFn: (context) =>
      call(
        portfolioCalls.transactions,
        { query: { ticker: ticker ?? '' } },
        requestOptionsOf(context),
      ),
    enabled: mine.enabled && ticker !== null,
  })
}
