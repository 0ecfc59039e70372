// The queries of the insights page, and the props that its cards share.
import type { Answer } from '@tengrand/contract/call.ts'
import * as insightCalls from '@tengrand/contract/insights.ts'
import type { Range } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { usePortfolio, usePortfolioQuery, useRefetchInterval } from '../portfolio/queries.ts'
import { retryWhileWorking } from '../api/queries.ts'
import { useScope } from '../portfolio/scope.tsx'
import { useIsMasked } from '../portfolio/stock-names.ts'

export type Insights = Answer<typeof insightCalls.insights>
export type Contributions = Insights['contributions']
export type Contribution = Contributions['contributions'][number]
export type Scenarios = Insights['twins']
export type Scenario = Scenarios['twins'][number]
export type Luck = Answer<typeof insightCalls.luck>
export type Habits = Insights['habits']

/** The props of every card of the page. */
export interface InsightProps {
  readonly isClosed: boolean
  readonly insights: ReturnType<typeof useInsights>
  readonly range: Range
  readonly onRange: (range: Range) => void
  /** The starting cash. */
  readonly start: Cents
  /** The number of stocks ever traded: the most bars that a range can have. */
  readonly stocks: number
}

/**
 * One query for each range, returned as a query for each of its fields. Scenarios and habits do not depend on the range:
 * the previous answer stays while another range loads, and where that fails.
 */
export function useInsights(range: Range) {
  const query = useInsightsOf(range)
  const { portfolio } = useScope()
  const [previous, setPrevious] = useState<{ portfolio: string | null; data: Insights }>()
  const { data, error, refetch } = query
  if (data && previous?.data !== data) setPrevious({ portfolio, data })
  const whole = data ?? (previous?.portfolio === portfolio ? previous.data : undefined)
  return {
    contributions: { data: data?.contributions, error, refetch },
    scenarios: { data: whole?.twins, error, refetch },
    habits: { data: whole?.habits, error, refetch },
  }
}

/** Refetched at the interval of the net worth history, so that the cards agree with the chart above them. */
export const useInsightsOf = (range: Range) =>
  usePortfolioQuery(insightCalls.insights, { params: { range }, query: {} }, ['insights', range], {
    refetchInterval: useRefetchInterval(),
  })

/** What a portfolio is a part of. Reads the cache, never fetches. */
export function useContestWord(): 'league' | 'lesson' | 'run' {
  const isLesson = useIsMasked()
  const { data } = usePortfolio({ enabled: false })
  if (isLesson) return 'lesson'
  return data?.contest ? 'league' : 'run'
}

export const useLuck = ({ enabled = true } = {}) =>
  usePortfolioQuery(insightCalls.luck, { query: {} }, ['luck'], {
    enabled,
    retry: retryWhileWorking,
  })
