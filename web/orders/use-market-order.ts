// The mutation of a market order, with what its receipt needs to know.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiProblem } from '../api/problem.ts'
import { usePortfolio, usePortfolioOptions, type Portfolio } from '../portfolio/queries.ts'
import { useLearnerMutation, type Outcome } from '../session/learner-mutation.ts'
import { sendTrade, type MarketOrder } from './send-trade.ts'
import { isSameOrder, useUnansweredNames } from './unanswered-orders.ts'

/** The second click of a double click comes up to half a second later, when the first order may already have its answer. */
export const restMs = 1000

export function useMarketOrder(onSettled: (outcome: Outcome<unknown>, sent: MarketOrder) => void) {
  const { data } = usePortfolio()
  const client = useQueryClient()
  const { queryKey } = usePortfolioOptions('portfolio').options
  /** Whether the last order was the learner's first one. */
  const [isFirst, setFirst] = useState(false)
  const trade = useLearnerMutation({
    send: async (order: MarketOrder, key: string) => ({
      ...(await sendTrade(order, key)),
      /** When the portfolio in the cache was fetched. */
      knownAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
    }),
    isRetry: (sent, next) => isSameOrder(sent, next, 'price'),
    onSettled,
    storedAs: useUnansweredNames().trades,
    restMs,
  })
  const submit = (order: MarketOrder): void => {
    // A double click must not take back what the first click has found.
    if (!trade.isBusy) setFirst(data !== undefined && hasNeverTraded(data))
    trade.submit(order)
  }
  return { ...trade, submit, isFirst } as const
}

/** Every trade leaves a holding or a realized gain. In a later run the learner knows what a first trade is. */
const hasNeverTraded = ({ chapter, holdings, realized }: Portfolio): boolean =>
  chapter === 1 && holdings.length === 0 && realized.length === 0

/** The current price in dollars, after a refusal because it has moved. */
export const movedPrice = (outcome: Outcome<unknown> | null): number | undefined =>
  outcome?.kind === 'refused' && outcome.error instanceof ApiProblem
    ? outcome.error.price
    : undefined
