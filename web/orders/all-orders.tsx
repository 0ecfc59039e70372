// The cards of all limit and stop orders: the open ones with a cancel button, the closed ones with their final state.
import { useInfiniteQuery } from '@tanstack/react-query'
import * as orderCalls from '@tengrand/contract/orders.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { MarketLink } from '../market/search.tsx'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useScope } from '../portfolio/scope.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { StockLink } from '../portfolio/stock-link.tsx'
import { OpenOrderRows, useCancelling } from './open-order-rows.tsx'
import { stateWords } from './outcome-words.ts'
import { useOpenOrders, type Order } from './queries.ts'
import { orderWords, timeWords } from './words.ts'

export function AllOrders() {
  const query = useAllOrders()
  const cancelling = useCancelling()
  const { contest } = useScope()
  const isOver = contest?.state === 'over'
  const orders = query.data?.pages.flatMap((page) => page.orders) ?? []
  const open = orders.filter(({ state }) => state === 'open')
  const closed = orders.filter(({ state }) => state !== 'open')
  // The order notifications watch the open orders in the cache, and invalidate this list when one of them ends.
  useOpenOrders({ enabled: open.length > 0 })
  const view = viewOf(query, {
    isEmpty: ({ pages }) => pages.every((page) => page.orders.length === 0),
    what: 'your orders',
  })
  if (view.state !== 'data')
    return (
      <Card title="Limit and stop orders">
        <QueryView
          view={view}
          loading="Loading orders..."
          empty={isOver ? noneEver : contest?.orders === 'now' ? notHere : noneYet}
          whenEmpty={!isOver && <MarketLink />}
          rows={4}
        >
          {() => null}
        </QueryView>
      </Card>
    )
  return (
    <>
      <Card title="Open orders" id="open-orders">
        <OpenOrderRows orders={open} cancelling={cancelling} hasTicker />
        {open.length === 0 && <p className="text-muted">You have no open orders.</p>}
      </Card>
      {(closed.length > 0 || query.hasNextPage) && <Closed orders={closed} query={query} />}
    </>
  )
}

/** Newest first, page by page. */
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

const noneYet = [
  'No orders yet.',
  "On a stock's page, choose Limit or Stop to buy or sell at a price you name.",
] as const

const noneEver = ['You placed no limit or stop orders.', ''] as const
const notHere = ['No orders here.', 'This league has market orders only.'] as const

interface ClosedProps {
  readonly orders: readonly Order[]
  readonly query: ReturnType<typeof useAllOrders>
}

function Closed({ orders, query }: ClosedProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return (
    <Card title="Closed orders">
      <ol>
        {orders.map((order) => (
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
    </Card>
  )
}

function ClosedRow({ order }: { order: Order }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2.5 tabular-nums">
      <span>
        <StockLink ticker={order.ticker} /> {orderWords(order)}
      </span>
      <span className="text-muted">
        {stateWords(order)} · placed {timeWords(order.placed_at)}
      </span>
    </li>
  )
}
