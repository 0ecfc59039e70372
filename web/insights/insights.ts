// The queries that explain the result of the portfolio of the screen.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import { insightCalls } from '@tengrand/contract/insights.ts'
import type { Range } from '@tengrand/core/day.ts'

import { call } from '../api/client.ts'
import { useRefetchInterval } from '../portfolio/queries.ts'
import { usePortfolioQuery } from '../portfolio/scope.tsx'
import { requestOptionsOf, retryWhileWorking } from '../api/queries.ts'

export type Contributions = Answer<typeof insightCalls.contributions>
export type Contribution = Contributions['contributions'][number]
export type Twins = Answer<typeof insightCalls.twins>
export type Twin = Twins['twins'][number]
export type Luck = Answer<typeof insightCalls.luck>
export type Habits = Answer<typeof insightCalls.habits>

/** What every part is about. */
export interface PartProps {
  readonly isClosed: boolean
}

export function useContributions(range: Range) {
  const { options, portfolio } = usePortfolioQuery('contributions', range)
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(
        insightCalls.contributions,
        { params: { range }, query: { portfolio } },
        requestOptionsOf(context),
      ),
    // As often as the chart above it, so that the two stay together.
    refetchInterval: useRefetchInterval(),
  })
}

export function useTwins() {
  const { options, portfolio } = usePortfolioQuery('twins')
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(insightCalls.twins, { query: { portfolio } }, requestOptionsOf(context)),
  })
}

export function useLuck() {
  const { options, portfolio } = usePortfolioQuery('luck')
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(insightCalls.luck, { query: { portfolio } }, requestOptionsOf(context)),
    retry: retryWhileWorking,
  })
}

export function useHabits() {
  const { options, portfolio } = usePortfolioQuery('habits')
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(insightCalls.habits, { query: { portfolio } }, requestOptionsOf(context)),
  })
}
