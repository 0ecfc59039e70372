// Every order that waited for its price, newest first, with what became of it.
import { Link } from '../link.tsx'
import { viewOf } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { OpenOrderRows } from './open-order-rows.tsx'
import { useAllOrders, useOpenOrders, type WaitingOrder } from './orders.ts'
import { useCancelling } from './use-cancelling.ts'
import { orderWords, stateWords, timeWords } from './words.ts'

/** Nothing where there never was one. */
export default function AllOrders() {
  const query = useAllOrders()
  const cancelling = useCancelling()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const orders = data?.pages.flatMap((page) => page.orders) ?? []
  // Whoever watches over the open ones hears of them by this, and has all of this asked for again when one has ended.
  useOpenOrders({ isWanted: orders.some(isOpen) })
  const view = viewOf(query, { error: ({ message }) => `Failed to load your orders: ${message}` })
  if (view.state === 'loading' || (data && orders.length === 0)) return null
  return (
    <Card title="Limit and stop orders" id="open-orders" className="mt-5">
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
  )
}

const isOpen = ({ state }: WaitingOrder): boolean => state === 'open'

function Row({ order }: { order: WaitingOrder }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5 tabular-nums">
      <span>
        <Link
          to={`/stock/${order.ticker}`}
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
