// The questions that explain a result, each about the open chapter or one that is over, by its id.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import { insightCalls } from '@tengrand/contract/insights.ts'
import type { Range } from '@tengrand/core/day.ts'

import { call } from '../api/client.ts'
import { useLearnerQuery } from '../session/learner-query.ts'
import { requestOptionsOf, retryWhileWorking } from '../api/queries.ts'

export type Contributions = Answer<typeof insightCalls.contributions>
export type Contribution = Contributions['contributions'][number]
export type Twins = Answer<typeof insightCalls.twins>
export type Twin = Twins['twins'][number]
export type Luck = Answer<typeof insightCalls.luck>
export type Habits = Answer<typeof insightCalls.habits>

/** What every part is about. */
export interface PartProps {
  /** The open one, where it is undefined. */
  readonly portfolio: string | undefined
  readonly isClosed: boolean
}

export const useContributions = (range: Range, portfolio: string | undefined) =>
  useQuery({
    ...useLearnerQuery('contributions', range, portfolio),
    queryFn: (context) =>
      call(
        insightCalls.contributions,
        { params: { range }, query: { portfolio } },
        requestOptionsOf(context),
      ),
    // As often as the chart above it, so that the two stay together.
    refetchInterval: portfolio === undefined && 5 * 60_000,
  })

export const useTwins = (portfolio: string | undefined) =>
  useQuery({
    ...useLearnerQuery('twins', portfolio),
    queryFn: (context) =>
      call(insightCalls.twins, { query: { portfolio } }, requestOptionsOf(context)),
  })

export const useLuck = (portfolio: string | undefined) =>
  useQuery({
    ...useLearnerQuery('luck', portfolio),
    queryFn: (context) =>
      call(insightCalls.luck, { query: { portfolio } }, requestOptionsOf(context)),
    retry: retryWhileWorking,
  })

export const useHabits = (portfolio: string | undefined) =>
  useQuery({
    ...useLearnerQuery('habits', portfolio),
    queryFn: (context) =>
      call(insightCalls.habits, { query: { portfolio } }, requestOptionsOf(context)),
  })
