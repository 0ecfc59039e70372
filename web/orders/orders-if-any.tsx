// Lists the open orders of those who have any, or had some when last here; nobody else is asked for them.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { loadItem } from '../browser/storage.ts'
import { usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { Card } from '../ui/card.tsx'
import { OpenOrders } from './open-orders.tsx'
import { orderColumns } from './order-columns.ts'
import { useNotificationStorage } from './notification-storage.ts'

interface OrdersIfAnyProps {
  /** Only the orders of this stock are listed. */
  readonly ticker?: Ticker
}

/** Before the orders are loaded it is as high as at the last visit, so that what is below does not move. */
export function OrdersIfAny({ ticker }: OrdersIfAnyProps) {
  const { data } = usePortfolio()
  const storage = useNotificationStorage()
  const heightName = useStorageName('tengrand-orders-height')
  const [isWanted, setWanted] = useState(storage.hasOpen)
  // The card stays after the last order has closed: it says what became of that one.
  if (!isWanted && data && fewestOf(data) > 0) setWanted(true)
  if (!isWanted) return null
  const fewest = data ? fewestOf(data, ticker) : 0
  const rows = fewest > 0 && !ticker ? Math.max(fewest, storage.load()?.open ?? 0) : fewest
  const minHeight = !ticker && loadItem('localStorage', heightName)
  const loading = minHeight ? <div style={{ minHeight }} /> : rows > 0 && <Loading rows={rows} />
  return <OpenOrders ticker={ticker} loading={loading} />
}

/** Every open order holds cash or shares, and whose cash is held is known, but not for which stock. */
function fewestOf({ cash_balance, free_cash, holdings }: Portfolio, ticker?: Ticker): number {
  const withShares = holdings.filter(
    (held) => held.free_quantity < held.quantity && (!ticker || held.ticker === ticker),
  )
  return withShares.length + (free_cash < cash_balance && !ticker ? 1 : 0)
}

/** As high as the rows will be, so that what is below need not move. */
function Loading({ rows }: { rows: number }) {
  return (
    <Card title="Open orders">
      <p role="status" className="sr-only">
        Loading orders...
      </p>
      <div aria-hidden="true" className={orderColumns}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="border-t border-line py-2">
            <div className="skeleton h-18 sm:h-9" />
          </div>
        ))}
      </div>
    </Card>
  )
}
