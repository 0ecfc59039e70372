// Lists the open orders of those who have any, or had some when last here; nobody else is asked for them.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState, type ReactNode } from 'react'

import { lazyPart } from '../browser/lazy-part.tsx'
import { usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { orderColumns } from './order-columns.ts'
import { useStoredOrders } from './open-orders-item.ts'

const OpenOrders = lazyPart(() => import('./open-orders.tsx'))

interface OrdersIfAnyProps {
  /** Only the orders of this stock are listed. */
  readonly ticker?: Ticker
  /** Keeps their place. */
  readonly meanwhile?: ReactNode
}

export default function OrdersIfAny({ ticker, meanwhile }: OrdersIfAnyProps) {
  const { data } = usePortfolio()
  const stored = useStoredOrders()
  const [isWanted, setWanted] = useState(stored.hasOpen)
  // It stays when there is none any more: it says what became of the last one.
  if (!isWanted && data && fewestOf(data) > 0) setWanted(true)
  if (!isWanted) return null
  const fewest = data ? fewestOf(data, ticker) : 0
  const rows = fewest > 0 && !ticker ? Math.max(fewest, stored.ids('open').length) : fewest
  const loading = meanwhile || (rows > 0 && <Loading rows={rows} />)
  return (
    <OpenOrders
      ticker={ticker}
      loading={loading}
      meanwhile={loading}
      failed={rows > 0 && <NotLoaded />}
    />
  )
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

function NotLoaded() {
  return (
    <Card title="Open orders">
      <Notice tone="error">Your orders could not be loaded. Reload the page to see them.</Notice>
    </Card>
  )
}
