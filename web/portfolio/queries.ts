// The queries about the portfolio of the screen.
import type { Answer } from '@tengrand/contract/call.ts'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'
import type { Range } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { call } from '../api/client.ts'
import type { RequestOptions } from '../api/transport.ts'
import {
  useLearnerOptions,
  useLearnerQuery,
  type KeyPart,
  type QueryExtras,
} from '../session/learner-query.ts'
import { mainScope, useScope } from './scope.tsx'

export type Portfolio = Answer<typeof portfolioCalls.portfolio>
export type Holding = Portfolio['holdings'][number]
export type NetWorthHistory = Answer<typeof portfolioCalls.netWorthHistory>
export type Transaction = Answer<typeof portfolioCalls.transactions>['transactions'][number]

/** The options of a query about the portfolio of the screen, and how a call names that portfolio. */
export function usePortfolioOptions(...key: readonly KeyPart[]) {
  const { portfolio } = useScope()
  return {
    options: useLearnerOptions(portfolio, ...key),
    portfolio: portfolio ?? undefined,
  }
}

/** A query about the portfolio of the screen, which the call is to name. */
export function usePortfolioQuery<T>(
  key: readonly KeyPart[],
  ask: (query: { readonly portfolio: string | undefined }, options: RequestOptions) => Promise<T>,
  extras?: QueryExtras<T>,
) {
  const { portfolio } = useScope()
  const query = { portfolio: portfolio ?? undefined }
  return useLearnerQuery([portfolio, ...key], (options) => ask(query, options), extras)
}

export const usePortfolio = (extras?: { enabled: boolean }) =>
  usePortfolioQuery(
    ['portfolio'],
    (query, options) => call(portfolioCalls.portfolio, { query }, options),
    extras,
  )

/** The main one, whichever portfolio the screen is about. */
export const useMainPortfolio = () =>
  useLearnerQuery([mainScope.portfolio, 'portfolio'], (options) =>
    call(portfolioCalls.portfolio, { query: {} }, options),
  )

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

export const useCurrentValue = () =>
  usePortfolioQuery(['current-value'], (query, options) =>
    call(portfolioCalls.currentPortfolioValue, { query }, options),
  )

export const useNetWorthHistory = (range: Range) =>
  usePortfolioQuery(
    ['net-worth-history', range],
    (query, options) => call(portfolioCalls.netWorthHistory, { params: { range }, query }, options),
    { refetchInterval: useRefetchInterval() },
  )

/** So many are on the dashboard. */
export const transactionsShown = 10

export const useLatestTransactions = (limit: number) =>
  usePortfolioQuery(['latest-transactions', limit], (query, options) =>
    call(portfolioCalls.transactions, { query: { limit: String(limit), ...query } }, options),
  )

/** As many of one stock as one answer holds; those before them are on the page of all transactions. */
export const useStockTransactions = (ticker: Ticker | null) =>
  usePortfolioQuery(
    ['stock-transactions', ticker],
    (query, options) =>
      call(portfolioCalls.transactions, { query: { ticker: ticker ?? '', ...query } }, options),
    { enabled: ticker !== null },
  )
