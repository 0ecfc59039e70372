// The card of all limit and stop orders: the open ones with a cancel button, the closed ones with their final state.
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { OpenOrderRows, StockLink, useCancelling } from './open-order-rows.tsx'
import { useSavedHeight } from './open-orders.tsx'
import { useAllOrders, useOpenOrders, type Order } from './queries.ts'
import { orderWords, stateWords, timeWords } from './words.ts'

/** Null for a learner without any. `isReady` is false while the page above is loading, which would move the card. */
export function AllOrders({ isReady = true }: { isReady?: boolean }) {
  const query = useAllOrders()
  const cancelling = useCancelling()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  const open = orders.filter(({ state }) => state === 'open')
  const closed = orders.filter(({ state }) => state !== 'open')
  // The order notifications watch the open orders in the cache, and invalidate this list when one of them ends.
  useOpenOrders({ enabled: open.length > 0 })
  const view = viewOf(query, { error: ({ message }) => `Failed to load your orders: ${message}` })
  const { ref, savedHeight } = useSavedHeight('tengrand-all-orders', isReady ? data : undefined)
  if (view.state === 'loading' || !isReady) return <div style={{ minHeight: savedHeight ?? 0 }} />
  if (data && orders.length === 0) return null
  return (
    <div ref={ref} className="pt-5">
      <Card title="Limit and stop orders" id="open-orders">
        <QueryView view={view} loading="Loading orders..." empty={['', '']}>
          {() => (
            <>
              <OpenOrderRows orders={open} cancelling={cancelling} hasTicker />
              <ol>
                {closed.map((order) => (
                  <ClosedRow key={order.id} order={order} />
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

function ClosedRow({ order }: { order: Order }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5 tabular-nums">
      <span>
        <StockLink ticker={order.ticker} /> {orderWords(order)}
      </span>
      <span className="text-12 text-muted">
        {stateWords(order)} · placed {timeWords(order.placed_at)}
      </span>
    </li>
  )
}
