// What the learner has in a lesson: fetched once, and then kept up by the answers to the orders.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import type { buy } from '@tengrand/contract/orders.ts'
import { portfolio as portfolioCall } from '@tengrand/contract/portfolio.ts'
import { fromDollars, type Cents } from '@tengrand/core/money.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import type { Lesson } from '../leagues/lesson-words.ts'
import { useLearnerOptions } from '../session/learner-query.ts'

export interface Position {
  readonly cash: Cents
  /** By symbol, without stocks that are not held. */
  readonly shares: Readonly<Record<string, number>>
}

export type Receipt = Answer<typeof buy>
export type OfLearner = ReturnType<typeof usePosition>

export function usePosition({ id, portfolio }: Pick<Lesson, 'id' | 'portfolio'>) {
  const client = useQueryClient()
  const options = useLearnerOptions('leagues', id, 'position')
  const { queryKey } = options
  const query = useQuery<Position>({
    ...options,
    queryFn: async (context) => {
      const asked = { query: { portfolio } }
      const { cash_balance, holdings } = await call(portfolioCall, asked, requestOptionsOf(context))
      const shares = holdings.map(({ ticker, quantity }) => [ticker, quantity] as const)
      return { cash: fromDollars(cash_balance), shares: Object.fromEntries(shares) }
    },
  })
  /** In a lesson the answer has the shares. Other pages fetch the portfolio again when they are opened. */
  const put = async ({ trade: { ticker }, cash_balance, shares = 0 }: Receipt): Promise<void> => {
    // An answer that is under way may be older than the trade.
    await client.cancelQueries({ queryKey })
    client.setQueryData<Position>(
      queryKey,
      (before) =>
        before && {
          cash: fromDollars(cash_balance),
          shares: { ...before.shares, [ticker]: shares },
        },
    )
    const [learner, uid] = queryKey
    void client.invalidateQueries({ queryKey: [learner, uid, portfolio], refetchType: 'none' })
  }
  return { query, put }
}
