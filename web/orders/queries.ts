// The queries of a portfolio's limit and stop orders: the open ones, and all of them page by page.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as orderCalls from '@tengrand/contract/orders.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { usePortfolioOptions, usePortfolioQuery } from '../portfolio/queries.ts'
import type { QueryExtras } from '../session/learner-query.ts'

type OrderPage = Answer<typeof orderCalls.orders>
export type Order = OrderPage['orders'][number]

/** Of every stock: all pages filter the answer of one query. */
export const useOpenOrders = (extras?: QueryExtras<OrderPage>) =>
  usePortfolioQuery(
    ['orders', 'open'],
    (query, options) => call(orderCalls.orders, { query: { state: 'open', ...query } }, options),
    extras,
  )

/** Newest first. */
export function useAllOrders() {
  const { options, portfolio } = usePortfolioOptions('orders', 'all')
  return useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, ...context }) =>
      call(
        orderCalls.orders,
        { query: { state: 'all', before: pageParam ?? undefined, portfolio } },
        requestOptionsOf(context),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
