// The queries about the portfolio of the screen: portfolio, value, history, latest transactions.
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

/** The options of a query about the portfolio of the screen, and the parameter that names it in a call. */
export function usePortfolioOptions(...key: readonly KeyPart[]) {
  const { portfolio } = useScope()
  return { options: useLearnerOptions(portfolio, ...key), portfolio: portfolio ?? undefined }
}

/** A query about the portfolio of the screen; `send` gets the parameter that names it. */
export function usePortfolioQuery<T>(
  key: readonly KeyPart[],
  send: (query: { readonly portfolio: string | undefined }, options: RequestOptions) => Promise<T>,
  extras?: QueryExtras<T>,
) {
  const { portfolio } = useScope()
  const query = { portfolio: portfolio ?? undefined }
  return useLearnerQuery([portfolio, ...key], (options) => send(query, options), extras)
}

export const usePortfolio = (extras?: { enabled: boolean }) =>
  usePortfolioQuery(
    ['portfolio'],
    (query, options) => call(portfolioCalls.portfolio, { query }, options),
    extras,
  )

/** What the portfolio is, in a heading: a run, or the name of a league. */
export const portfolioName = (portfolio: Portfolio | undefined): string =>
  portfolio?.contest?.name ?? (portfolio ? `Run ${portfolio.chapter}` : 'Run')

/** The main portfolio, whichever portfolio the screen is about. */
export const useMainPortfolio = () =>
  useLearnerQuery([mainScope.portfolio, 'portfolio'], (options) =>
    call(portfolioCalls.portfolio, { query: {} }, options),
  )

/** The id that an order names: the portfolio that was shown, also when another tab has closed it since. */
export function usePortfolioId(): string | undefined {
  const { data } = usePortfolio()
  const { portfolio } = useScope()
  return data?.portfolio ?? portfolio ?? undefined
}

/** Whether the portfolio is closed, or its contest is over. Reads the cache, never fetches. */
export function useIsClosed(): boolean {
  const { data } = usePortfolio({ enabled: false })
  return useScope().contest?.state === 'over' || Boolean(data?.closed_at)
}

/** The interval of a query about the portfolio; none for a closed one. */
export const useRefetchInterval = (): number | false => !useIsClosed() && refetchMs

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

/** The number of transactions on the dashboard. */
export const transactionsShown = 10

export const useLatestTransactions = (limit: number) =>
  usePortfolioQuery(['latest-transactions', limit], (query, options) =>
    call(portfolioCalls.transactions, { query: { limit: String(limit), ...query } }, options),
  )

/** The newest transactions of a stock: one page of the API. */
export const useStockTransactions = (ticker: Ticker | null) =>
  usePortfolioQuery(
    ['stock-transactions', ticker],
    (query, options) =>
      call(portfolioCalls.transactions, { query: { ticker: ticker ?? '', ...query } }, options),
    { enabled: ticker !== null },
  )
