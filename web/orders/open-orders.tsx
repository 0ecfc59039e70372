// The card of the open orders, of the portfolio or of one stock, and its skeleton. Learners without open orders cause no request.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

import { loadItem, saveItem } from '../browser/storage.ts'
import { usePaths } from '../browser/paths.ts'
import { usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { useNotificationStorage } from './notification-storage.ts'
import { OpenOrderRows, orderColumns, useCancelling } from './open-order-rows.tsx'
import { useOpenOrders } from './queries.ts'

interface OpenOrdersProps {
  readonly ticker?: Ticker
  /** Whether the list is a part of a card, to whose edges it reaches. */
  readonly isPart?: boolean
}

/** Lists the open orders of the portfolio, or with a ticker only those of that stock. */
export function OpenOrders({ ticker, isPart = false }: OpenOrdersProps) {
  const { data: portfolio } = usePortfolio()
  const storage = useNotificationStorage()
  // Stays true after the last order has closed: the card then still shows the notice of a cancellation.
  const [isWanted, setWanted] = useState(storage.hasOpen)
  if (!isWanted && portfolio && minOpenCount(portfolio) > 0) setWanted(true)
  const query = useOpenOrders({ enabled: isWanted })
  const orders = isWanted ? query.data?.orders : undefined
  const cancelling = useCancelling()
  const { ref, savedHeight } = useSavedHeight(
    isPart ? 'tengrand-orders-part-height' : 'tengrand-orders-height',
    ticker ? undefined : orders?.length,
  )
  const paths = usePaths()
  if (!isWanted) return null
  const view = viewOf(query, { error: ({ message }) => `Failed to load your orders: ${message}` })
  if (view.state === 'loading') {
    if (!ticker && savedHeight) return <div style={{ minHeight: savedHeight }} />
    const minCount = portfolio ? minOpenCount(portfolio, ticker) : 0
    const storedCount = ticker ? 0 : (storage.load()?.open ?? 0)
    return minCount > 0 && <Skeleton rows={Math.max(minCount, storedCount)} isPart={isPart} />
  }
  const shown = orders?.filter((order) => !ticker || order.ticker === ticker) ?? []
  if (shown.length === 0 && !cancelling.notice && view.state !== 'error') return null
  return (
    <div ref={ref}>
      <Frame isPart={isPart} aside={<MoreLink to={paths.orders}>All orders</MoreLink>}>
        <QueryView view={view} loading="Loading orders..." empty={['', '']}>
          {() => <OpenOrderRows orders={shown} {...{ cancelling, isPart }} hasTicker={!ticker} />}
        </QueryView>
      </Frame>
    </div>
  )
}

interface FrameProps extends Required<Pick<OpenOrdersProps, 'isPart'>> {
  readonly aside?: ReactNode
  readonly children: ReactNode
}

function Frame({ isPart, aside, children }: FrameProps) {
  const headingId = useId()
  if (!isPart) {
    return (
      <Card title="Open orders" id="open-orders" aside={aside}>
        {children}
      </Card>
    )
  }
  return (
    <section
      id="open-orders"
      aria-labelledby={headingId}
      tabIndex={-1}
      className="-mx-5 border-t border-line md:-mx-6"
    >
      <div className="flex h-9 items-center justify-between px-5 md:px-6">
        <h3 id={headingId} className="text-12 font-medium text-muted">
          Open orders
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/**
 * Stores the height of an element for the next visit, when it reserves the room before the data is loaded, so that nothing below
 * moves. The effect measures with every new `version`, and not while that is undefined.
 */
function useSavedHeight(item: string, version: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const name = useStorageName(item)
  useEffect(() => {
    if (version === undefined) return
    const height = ref.current?.offsetHeight
    saveItem('localStorage', name, height ? `${height}px` : null)
  }, [name, version])
  return { ref, savedHeight: loadItem('localStorage', name) }
}

/**
 * The least number of open orders, computed from what is reserved in the portfolio. Reserved cash counts as one order,
 * and only without a ticker, because it does not say for which stock.
 */
function minOpenCount({ cash_balance, free_cash, holdings }: Portfolio, ticker?: Ticker): number {
  const withShares = holdings.filter(
    (held) => held.free_quantity < held.quantity && (!ticker || held.ticker === ticker),
  )
  return withShares.length + (free_cash < cash_balance && !ticker ? 1 : 0)
}

function Skeleton({ rows, isPart }: { rows: number; isPart: boolean }) {
  return (
    <Frame isPart={isPart}>
      <p role="status" className="sr-only">
        Loading orders...
      </p>
      <div aria-hidden="true" className={isPart ? 'px-5 md:px-6' : orderColumns}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="border-t border-line py-2">
            <div className={`skeleton h-18 ${isPart ? 'sm:h-9 xl:h-5.5' : 'sm:h-9'}`} />
          </div>
        ))}
      </div>
    </Frame>
  )
}
