// The query of the open orders.
import type { Answer } from '@tengrand/contract/call.ts'
import * as orderCalls from '@tengrand/contract/orders.ts'

import { call } from '../api/client.ts'
import { usePortfolioQuery } from '../portfolio/queries.ts'

export type WaitingOrder = Answer<typeof orderCalls.placeOrder>

const askEveryMs = 15_000

interface Asking {
  /** Again and again, while there are any. */
  readonly isWatching?: boolean
  readonly isWanted?: boolean
}

/** All that are open, of every stock: the pages choose from one answer. */
export const useOpenOrders = ({ isWatching = false, isWanted = true }: Asking = {}) =>
  usePortfolioQuery(
    ['orders', 'open'],
    (query, options) => call(orderCalls.orders, { query: { state: 'open', ...query } }, options),
    {
      enabled: isWanted,
      refetchInterval: ({ state: { data } }) =>
        isWatching && data?.orders.length ? askEveryMs : false,
    },
  )
