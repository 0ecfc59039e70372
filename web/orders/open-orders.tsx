// The orders that wait for their price: how far each is from it, and the way to cancel it.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useRef, type ReactNode } from 'react'

import { saveItem } from '../browser/storage.ts'
import { usePaths } from '../browser/paths.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { OpenOrderRows, useCancelling } from './open-order-rows.tsx'
import { useOpenOrders, type WaitingOrder } from './queries.ts'

interface OpenOrdersProps {
  /** Only the orders of this stock are listed. */
  readonly ticker: Ticker | undefined
  readonly loading: ReactNode
}

export function OpenOrders({ ticker, loading }: OpenOrdersProps) {
  const query = useOpenOrders()
  const cancelling = useCancelling()
  const place = useRef<HTMLDivElement>(null)
  const paths = usePaths()
  // So that what is below need not move the next time.
  const heightName = useStorageName('tengrand-orders-height')
  const count = query.data?.orders.length
  useEffect(() => {
    const height = place.current?.offsetHeight
    if (!ticker && count !== undefined)
      saveItem('localStorage', heightName, height ? `${height}px` : null)
  }, [ticker, count, heightName])
  const view = viewOf(query, { error: ({ message }) => `Failed to load your orders: ${message}` })
  const shown = (query.data?.orders ?? none).filter((order) => !ticker || order.ticker === ticker)
  // What was said of the last one can still be read when it is gone.
  const hasSomething = shown.length > 0 || cancelling.said || view.state === 'error'
  return (
    <>
      {view.state === 'loading' && loading}
      {hasSomething && (
        <div ref={place}>
          <Card
            title="Open orders"
            id="open-orders"
            aside={<MoreLink to={paths.transactions}>All orders</MoreLink>}
          >
            <QueryView view={view} loading="Loading orders..." empty={['', '']}>
              {() => (
                <OpenOrderRows
                  orders={shown}
                  cancelling={cancelling}
                  isOfOneStock={ticker !== undefined}
                />
              )}
            </QueryView>
          </Card>
        </div>
      )}
    </>
  )
}

const none: readonly WaitingOrder[] = []
