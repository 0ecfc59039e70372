// The queries of the leaderboard.
import { useQuery } from '@tanstack/react-query'
import { contestCalls } from '@tengrand/contract/contest.ts'
import type { Answer } from '@tengrand/contract/call.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { useLearnerQuery } from '../session/learner-query.ts'

export type Leaderboard = Answer<typeof contestCalls.leaderboard>
export type Trader = Leaderboard['leaderboard'][number]
export type MyRanks = Answer<typeof contestCalls.leaderboardMe>

const dayMs = 86_400_000

/** Ranked anew once a day, and asked for as often, in a tab that nobody looks at too. */
export const useLeaderboard = () =>
  useQuery({
    ...useLearnerQuery('leaderboard'),
    queryFn: (context) => call(contestCalls.leaderboard, {}, requestOptionsOf(context)),
    refetchInterval: dayMs,
    refetchIntervalInBackground: true,
  })

export const useMyRanks = () =>
  useQuery({
    ...useLearnerQuery('my-ranks'),
    queryFn: (context) => call(contestCalls.leaderboardMe, {}, requestOptionsOf(context)),
  })
