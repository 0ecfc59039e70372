// The queries about the portfolio of the screen: portfolio, value, history, latest transactions.
import type { Answer, Asked, Call } from '@tengrand/contract/call.ts'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'
import type { Range } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

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

/** A query that is one call about the portfolio of the screen, which its query names. */
export function usePortfolioQuery<C extends Call>(
  described: C,
  asked: Asked<C> & { readonly query: object },
  key: readonly KeyPart[],
  extras?: QueryExtras<Answer<C>>,
) {
  const { portfolio } = useScope()
  const query = { ...asked.query, portfolio: portfolio ?? undefined }
  return useLearnerQuery(described, { ...asked, query }, [portfolio, ...key], extras)
}

export const usePortfolio = (extras?: { enabled: boolean }) =>
  usePortfolioQuery(portfolioCalls.portfolio, { query: {} }, ['portfolio'], extras)

/** What the portfolio is, in a heading: a run, or the name of a league. */
export const portfolioName = (portfolio: Portfolio | undefined): string =>
  portfolio?.contest?.name ?? (portfolio ? `Run ${portfolio.chapter}` : 'Run')

/** The main portfolio, whichever portfolio the screen is about. */
export const useMainPortfolio = () =>
  useLearnerQuery(portfolioCalls.portfolio, { query: {} }, [mainScope.portfolio, 'portfolio'])

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
  usePortfolioQuery(portfolioCalls.currentPortfolioValue, { query: {} }, ['current-value'])

export const useNetWorthHistory = (range: Range) =>
  usePortfolioQuery(
    portfolioCalls.netWorthHistory,
    { params: { range }, query: {} },
    ['net-worth-history', range],
    { refetchInterval: useRefetchInterval() },
  )

/** The number of transactions on the dashboard. */
export const transactionsShown = 10

export function useLatestTransactions() {
  const query = { limit: String(transactionsShown) }
  return usePortfolioQuery(portfolioCalls.transactions, { query }, ['latest-transactions'])
}

/** The newest transactions of a stock: one page of the API. */
export const useStockTransactions = (ticker: Ticker | null) =>
  usePortfolioQuery(
    portfolioCalls.transactions,
    { query: { ticker: ticker ?? '' } },
    ['stock-transactions', ticker],
    { enabled: ticker !== null },
  )
