// The query of a portfolio's open limit and stop orders.
import type { Answer } from '@tengrand/contract/call.ts'
import * as orderCalls from '@tengrand/contract/orders.ts'

import { usePortfolioQuery } from '../portfolio/queries.ts'
import type { QueryExtras } from '../session/learner-query.ts'

export type OrderPage = Answer<typeof orderCalls.orders>
export type Order = OrderPage['orders'][number]

/** The open orders of all stocks: one query for all pages, which filter its data. */
export const useOpenOrders = (extras?: QueryExtras<OrderPage>) =>
  usePortfolioQuery(orderCalls.orders, { query: { state: 'open' } }, ['orders', 'open'], extras)
