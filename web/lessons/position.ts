// What the learner has in a lesson: fetched once, and then kept up by the answers to the orders.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import type { buy } from '@tengrand/contract/orders.ts'
import { portfolio as portfolioCall } from '@tengrand/contract/portfolio.ts'
import { cents, fromDollars, times, type Cents } from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'

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

const useOptions = ({ id }: Pick<Lesson, 'id'>) => useLearnerOptions('leagues', id, 'position')

export const usePosition = (lesson: Lesson) =>
  useQuery<Position>({
    ...useOptions(lesson),
    queryFn: async (context) => {
      const asked = { query: { portfolio: lesson.portfolio } }
      const { cash_balance, holdings } = await call(portfolioCall, asked, requestOptionsOf(context))
      const shares = holdings.map(({ ticker, quantity }) => [ticker, quantity] as const)
      return { cash: fromDollars(cash_balance), shares: Object.fromEntries(shares) }
    },
  })

export function usePositionChange(lesson: Lesson) {
  const client = useQueryClient()
  const { queryKey } = useOptions(lesson)
  const [learner, uid] = queryKey
  return {
    /** Other pages fetch the portfolio again when they are opened. */
    put: async ({ trade, cash_balance, shares }: Receipt): Promise<void> => {
      // An answer that is under way may be older than the trade.
      await client.cancelQueries({ queryKey })
      client.setQueryData<Position>(
        queryKey,
        (before) =>
          before && {
            cash: fromDollars(cash_balance),
            shares: { ...before.shares, [trade.ticker]: shares ?? sharesAfter(before, trade) },
          },
      )
      void client.invalidateQueries({
        queryKey: [learner, uid, lesson.portfolio],
        refetchType: 'none',
      })
    },
    refetch: () => void client.invalidateQueries({ queryKey }),
  }
}

const sharesAfter = ({ shares }: Position, { type, ticker, quantity }: Receipt['trade']): number =>
  (shares[ticker] ?? 0) + (type === 'BUY' ? quantity : -quantity)

/** Null while a price is missing. */
export function valueOf(
  { cash, shares }: Position,
  quotes: ReadonlyMap<string, Prices>,
): Cents | null {
  let value: Cents = cash
  for (const [symbol, count] of Object.entries(shares)) {
    const price = quotes.get(symbol)?.price
    if (price === undefined && count > 0) return null
    value = cents(value + times(price ?? cents(0), count))
  }
  return value
}
