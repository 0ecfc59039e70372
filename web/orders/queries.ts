// The queries of a portfolio's limit and stop orders: the open ones, and all of them page by page.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as orderCalls from '@tengrand/contract/orders.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { usePortfolioOptions, usePortfolioQuery } from '../portfolio/queries.ts'
import type { QueryExtras } from '../session/learner-query.ts'

export type OrderPage = Answer<typeof orderCalls.orders>
export type Order = OrderPage['orders'][number]

/** The open orders of all stocks: one query for all pages, which filter its data. */
export const useOpenOrders = (extras?: QueryExtras<OrderPage>) =>
  usePortfolioQuery(orderCalls.orders, { query: { state: 'open' } }, ['orders', 'open'], extras)

/** All orders, newest first, page by page. */
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
