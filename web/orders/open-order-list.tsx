// The list of the open orders with a cancel button each. Loaded where there may be any.
import { useEffect, useRef, type ReactNode } from 'react'

import { usePaths } from '../browser/paths.ts'
import { saveItem } from '../browser/storage.ts'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { OpenOrderRows, useCancelling } from './open-order-rows.tsx'
import { Frame, useHeightName, type OpenOrdersProps } from './open-orders-frame.tsx'
import { useOpenOrders } from './queries.ts'

interface OpenOrderListProps extends OpenOrdersProps {
  /** Shown until the orders are known. */
  readonly waiting: ReactNode
}

export default function OpenOrderList({ ticker, isPart = false, waiting }: OpenOrderListProps) {
  const query = useOpenOrders()
  const orders = query.data?.orders
  const cancelling = useCancelling()
  const ref = useSavedHeight(useHeightName(isPart), ticker ? undefined : orders?.length)
  const paths = usePaths()
  const view = viewOf(query, { what: 'your orders' })
  if (view.state === 'loading') return waiting
  const shown = orders?.filter((order) => !ticker || order.ticker === ticker) ?? []
  if (shown.length === 0 && !cancelling.notice && view.state !== 'error') return null
  return (
    <div ref={ref}>
      <Frame isPart={isPart} aside={<MoreLink to={paths.orders}>All orders</MoreLink>}>
        <QueryView view={view} loading="Loading orders...">
          {() => <OpenOrderRows orders={shown} {...{ cancelling, isPart }} hasTicker={!ticker} />}
        </QueryView>
      </Frame>
    </div>
  )
}

/** Stores the height for the next visit, with every new `version`, and not while that is undefined. */
function useSavedHeight(name: string, version: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (version === undefined) return
    const height = ref.current?.offsetHeight
    saveItem('localStorage', name, height ? `${height}px` : null)
  }, [name, version])
  return ref
}
