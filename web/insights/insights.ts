// The queries that explain the result of the portfolio of the screen.
import type { Answer } from '@tengrand/contract/call.ts'
import * as insightCalls from '@tengrand/contract/insights.ts'
import type { Range } from '@tengrand/core/day.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { usePortfolioQuery, useRefetchInterval } from '../portfolio/queries.ts'
import { retryWhileWorking } from '../api/queries.ts'
import { useScope } from '../portfolio/scope.tsx'

type Insights = Answer<typeof insightCalls.insights>
export type Contributions = Insights['contributions']
export type Contribution = Contributions['contributions'][number]
export type Twins = Insights['twins']
export type Twin = Twins['twins'][number]
export type Luck = Answer<typeof insightCalls.luck>
export type Habits = Insights['habits']

/** What the parts have in common. */
export interface PartProps {
  readonly isClosed: boolean
  readonly insights: ReturnType<typeof useInsights>
}

/**
 * One query for each range, as a query for each of its fields. Twins and habits are the same for every range: the
 * previous answer stays while another range is loaded, and where that fails.
 */
export function useInsights(range: Range) {
  const query = usePortfolioQuery(
    ['insights', range],
    (wanted, options) => call(insightCalls.insights, { params: { range }, query: wanted }, options),
    // As often as the chart above it, so that the two stay together.
    { refetchInterval: useRefetchInterval() },
  )
  const { portfolio } = useScope()
  const [previous, setPrevious] = useState<{ portfolio: string | null; data: Insights }>()
  const { data, error, refetch } = query
  if (data && previous?.data !== data) setPrevious({ portfolio, data })
  const whole = data ?? (previous?.portfolio === portfolio ? previous.data : undefined)
  return {
    contributions: { data: data?.contributions, error, refetch },
    twins: { data: whole?.twins, error, refetch },
    habits: { data: whole?.habits, error, refetch },
  }
}

export const useLuck = () =>
  usePortfolioQuery(['luck'], (query, options) => call(insightCalls.luck, { query }, options), {
    retry: retryWhileWorking,
  })
