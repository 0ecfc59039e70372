// The queries of the leaderboard and of the learner's own ranks.
import * as contestCalls from '@tengrand/contract/contest.ts'
import type { Answer } from '@tengrand/contract/call.ts'

import { useLearnerQuery } from '../session/learner-query.ts'
import { viewOf } from '../ui/query-view.tsx'

export type Leaderboard = Answer<typeof contestCalls.leaderboard>
export type Trader = Leaderboard['leaderboard'][number]
export type MyRanks = Answer<typeof contestCalls.leaderboardMe>

const dayMs = 86_400_000

/** Refetched daily like the ranking itself, also in a hidden tab. */
export const useLeaderboard = () =>
  useLearnerQuery(contestCalls.leaderboard, {}, ['leaderboard'], {
    refetchInterval: dayMs,
    refetchIntervalInBackground: true,
  })

/** The states of the leaderboard, and their words. */
export const leaderboardView = (query: ReturnType<typeof useLeaderboard>) => ({
  view: viewOf(query, {
    isEmpty: ({ leaderboard }) => leaderboard.length === 0,
    error: () => 'Failed to load leaderboard data',
  }),
  loading: 'Loading leaderboard...',
  empty: ['No leaderboard data available yet.', 'Start trading to see your ranking!'] as const,
})

export const useMyRanks = () => useLearnerQuery(contestCalls.leaderboardMe, {}, ['my-ranks'])
