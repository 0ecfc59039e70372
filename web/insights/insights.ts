// The queries that explain the result of the portfolio of the screen.
import type { Answer } from '@tengrand/contract/call.ts'
import * as insightCalls from '@tengrand/contract/insights.ts'
import type { Range } from '@tengrand/core/day.ts'

import { call } from '../api/client.ts'
import { usePortfolioQuery, useRefetchInterval } from '../portfolio/queries.ts'
import { retryWhileWorking } from '../api/queries.ts'

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

export const useContributions = (range: Range) =>
  usePortfolioQuery(
    ['contributions', range],
    (query, options) => call(insightCalls.contributions, { params: { range }, query }, options),
    // As often as the chart above it, so that the two stay together.
    { refetchInterval: useRefetchInterval() },
  )

export const useTwins = () =>
  usePortfolioQuery(['twins'], (query, options) => call(insightCalls.twins, { query }, options))

export const useLuck = () =>
  usePortfolioQuery(['luck'], (query, options) => call(insightCalls.luck, { query }, options), {
    retry: retryWhileWorking,
  })

export const useHabits = () =>
  usePortfolioQuery(['habits'], (query, options) => call(insightCalls.habits, { query }, options))
