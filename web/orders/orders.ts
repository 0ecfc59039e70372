// The questions about orders that wait for their price, and how one is cancelled.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import { waitingOrderCalls } from '@tengrand/contract/waiting-orders.ts'

import { call } from '../api/client.ts'
import { invalidateLearnerQueries, useLearnerOptions } from '../session/learner-query.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { usePortfolioOptions } from '../portfolio/queries.ts'

export type WaitingOrder = Answer<typeof waitingOrderCalls.placeOrder>

const askEveryMs = 15_000

interface Asking {
  /** Again and again, while there are any. */
  readonly isWatching?: boolean
  readonly isWanted?: boolean
}

/** All that are open, of every stock: the pages choose from one answer. */
export const useOpenOrders = ({ isWatching = false, isWanted = true }: Asking = {}) => {
  const { options, portfolio } = usePortfolioOptions('orders', 'open')
  return useQuery({
    ...options,
    queryFn: (context) =>
      call(
        waitingOrderCalls.orders,
        { query: { state: 'open', portfolio } },
        requestOptionsOf(context),
      ),
    enabled: options.enabled && isWanted,
    refetchInterval: ({ state: { data } }) =>
      isWatching && data?.orders.length ? askEveryMs : false,
  })
}

export function useAllOrders() {
  const { options, portfolio } = usePortfolioOptions('orders', 'all')
  return useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, ...context }) =>
      call(
        waitingOrderCalls.orders,
        { query: { state: 'all', before: pageParam ?? undefined, portfolio } },
        requestOptionsOf(context),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Whether it was cancelled or it was too late: what the learner has is asked for again. */
export function useCancel() {
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  return useMutation({
    mutationFn: (id: string) => call(waitingOrderCalls.cancelOrder, { params: { id } }),
    onSettled: () => invalidateLearnerQueries(client, uid),
  })
}

const pagesMax = 5

/** What became of orders that are no longer open. Those from long ago are behind all that came after them. */
export async function findOrders(
  ids: readonly string[],
  portfolio: string | undefined,
): Promise<WaitingOrder[]> {
  const found: WaitingOrder[] = []
  let before: string | undefined
  for (let page = 0; page < pagesMax && found.length < ids.length; page += 1) {
    const query = { state: 'all', limit: '100', before, portfolio } as const
    // oxlint-disable-next-line no-await-in-loop -- Each page says where the next one begins.
    const { orders, next } = await call(waitingOrderCalls.orders, { query })
    found.push(...orders.filter(({ id }) => ids.includes(id)))
    if (next === null) break
    before = next
  }
  return found
}
