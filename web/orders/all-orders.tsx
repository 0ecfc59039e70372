// Every order that waited for its price, newest first, with what became of it.
import { useInfiniteQuery } from '@tanstack/react-query'
import * as orderCalls from '@tengrand/contract/orders.ts'
import { useEffect, useRef, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { saveItem } from '../browser/storage.ts'
import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { OpenOrderRows, useCancelling } from './open-order-rows.tsx'
import { useOpenOrders, type WaitingOrder } from './queries.ts'
import { orderWords, stateWords, timeWords } from './words.ts'

interface AllOrdersProps {
  /** Keeps its place. */
  readonly meanwhile?: ReactNode
  /** Whether what stands above is there: it would move this. */
  readonly isReady?: boolean
}

/** Nothing where there never was one. How high it is is kept for the next time, when its place is kept before it is there. */
export function AllOrders({ meanwhile, isReady = true }: AllOrdersProps) {
  const query = useAllOrders()
  const cancelling = useCancelling()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  // Whoever watches over the open ones hears of them by this, and has all of this asked for again when one has ended.
  useOpenOrders({ isWanted: orders.some(isOpen) })
  const view = viewOf(query, { error: ({ message }) => `Failed to load your orders: ${message}` })
  const place = useRef<HTMLDivElement>(null)
  const heightName = useStorageName('tengrand-all-orders')
  useEffect(() => {
    const height = place.current?.offsetHeight
    if (data && isReady) saveItem('localStorage', heightName, height ? `${height}px` : null)
  }, [data, isReady, heightName])
  if (view.state === 'loading' || !isReady) return meanwhile
  if (data && orders.length === 0) return null
  return (
    <div ref={place} className="pt-5">
      <Card title="Limit and stop orders" id="open-orders">
        <QueryView view={view} loading="Loading orders..." empty={['', '']}>
          {() => (
            <>
              <OpenOrderRows orders={orders.filter(isOpen)} cancelling={cancelling} />
              <ol>
                {orders
                  .filter((order) => !isOpen(order))
                  .map((order) => (
                    <Row key={order.id} order={order} />
                  ))}
              </ol>
              {hasNextPage && (
                <Button
                  kind="secondary"
                  className="mt-3"
                  aria-disabled={isFetchingNextPage}
                  onClick={() => void fetchNextPage()}
                >
                  Show more orders
                </Button>
              )}
            </>
          )}
        </QueryView>
      </Card>
    </div>
  )
}

const isOpen = ({ state }: WaitingOrder): boolean => state === 'open'

function Row({ order }: { order: WaitingOrder }) {
  const paths = usePaths()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5 tabular-nums">
      <span>
        <Link
          to={paths.stock(order.ticker)}
          className="font-semibold hover:text-accent hover:underline"
        >
          {order.ticker}
        </Link>{' '}
        {orderWords(order)}
      </span>
      <span className="text-12 text-muted">
        {stateWords(order)} · placed {timeWords(order.placed_at)}
      </span>
    </li>
  )
}

function useAllOrders() {
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
