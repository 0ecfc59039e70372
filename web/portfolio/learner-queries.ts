// Each question about what belongs to the learner, once; the answers are kept under the person, so that nobody sees another's.
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { api } from '@tengrand/contract/api.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import type { Range } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { useSession } from '../session/session.tsx'

export type Portfolio = Answer<typeof api.portfolio>
export type Holding = Portfolio['holdings'][number]
export type NetWorthHistory = Answer<typeof api.netWorthHistory>
export type Transaction = Answer<typeof api.transactions>['transactions'][number]
export type Leaderboard = Answer<typeof api.leaderboard>
export type Trader = Leaderboard['leaderboard'][number]
export type MyRanks = Answer<typeof api.leaderboardMe>

const minuteMs = 60_000
const dayMs = 86_400_000

/** Here and below: the open one, or a chapter that is over, by its id. */
export const usePortfolio = (portfolio?: string) =>
  useQuery({
    ...useMine('portfolio', portfolio),
    queryFn: (context) => call(api.portfolio, { query: { portfolio } }, requestOptionsOf(context)),
  })

export const useCurrentValue = () =>
  useQuery({
    ...useMine('current-value'),
    queryFn: (context) => call(api.currentPortfolioValue, { query: {} }, requestOptionsOf(context)),
  })

export const useNetWorthHistory = (range: Range, portfolio?: string) =>
  useQuery({
    ...useMine('net-worth-history', range, portfolio),
    queryFn: (context) =>
      call(
        api.netWorthHistory,
        { params: { range }, query: { portfolio } },
        requestOptionsOf(context),
      ),
    refetchInterval: portfolio === undefined && 5 * minuteMs,
  })

/** So many are on the dashboard. */
export const transactionsShown = 10

export const useLatestTransactions = (limit: number) =>
  useQuery({
    ...useMine('latest-transactions', limit),
    queryFn: (context) =>
      call(api.transactions, { query: { limit: String(limit) } }, requestOptionsOf(context)),
  })

/** As many of one stock as one answer holds; those before them are on the page of all transactions. */
export const useStockTransactions = (ticker: Ticker | null) => {
  const mine = useMine('stock-transactions', ticker)
  return useQuery({
    ...mine,
    queryFn: (context) =>
      call(api.transactions, { query: { ticker: ticker ?? '' } }, requestOptionsOf(context)),
    enabled: mine.enabled && ticker !== null,
  })
}

export const useAccount = () =>
  useQuery({
    ...useMine('account'),
    queryFn: (context) => call(api.account, {}, requestOptionsOf(context)),
  })

/** Ranked anew once a day, and asked for as often, in a tab that nobody looks at too. */
export const useLeaderboard = () =>
  useQuery({
    ...useMine('leaderboard'),
    queryFn: (context) => call(api.leaderboard, {}, requestOptionsOf(context)),
    refetchInterval: dayMs,
    refetchIntervalInBackground: true,
  })

export const useMyRanks = () =>
  useQuery({
    ...useMine('my-ranks'),
    queryFn: (context) => call(api.leaderboardMe, {}, requestOptionsOf(context)),
  })

/** What all these questions have in common. A trade in another tab is seen when this one is looked at again. */
export function useMine(...about: readonly (string | number | null | undefined)[]) {
  const { state } = useSession()
  const uid = state.kind === 'signed-in' ? state.uid : null
  return {
    queryKey: ['mine', uid, ...about] as const,
    enabled: uid !== null,
    refetchOnWindowFocus: 'always',
  } as const
}

/** An answer on its way may be of the time before, so it is not waited for. */
export async function askMineAgain(client: QueryClient, uid: string | null): Promise<void> {
  await client.cancelQueries({ queryKey: ['mine', uid] })
  // Pages that nobody looks at begin with the first one again.
  client.removeQueries({ queryKey: ['mine', uid, 'transactions'], type: 'inactive' })
  await client.invalidateQueries({ queryKey: ['mine', uid] })
}
