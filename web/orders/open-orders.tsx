// The open orders, of the portfolio or of one stock, and their skeleton. Learners without any cause no request and load no list.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { loadItem } from '../browser/storage.ts'
import { usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { useNotificationStorage } from './notification-storage.ts'
import { Frame, orderColumns, useHeightName, type OpenOrdersProps } from './open-orders-frame.tsx'
import { useOpenOrders } from './queries.ts'

/** Lists the open orders of the portfolio, or with a ticker only those of that stock. */
export function OpenOrders(props: OpenOrdersProps) {
  const { data: portfolio } = usePortfolio()
  const storage = useNotificationStorage()
  // Stays true after the last order has closed: the card then still shows the notice of a cancellation.
  const [isWanted, setWanted] = useState(storage.hasOpen)
  if (!isWanted && portfolio && minOpenCount(portfolio) > 0) setWanted(true)
  // Fetched while the list itself is loading.
  useOpenOrders({ enabled: isWanted })
  return isWanted && <OpenOrderList {...props} waiting={<Waiting {...props} />} />
}

const OpenOrderList = lazyComponent(() => import('./open-order-list.tsx'), {
  loading: ({ waiting }) => waiting,
  failed: () => (
    <p role="alert" className="py-2 text-loss">
      Failed to load your orders.
    </p>
  ),
})

/** As high as the list of the last visit, or as the least number of orders. */
function Waiting({ ticker, isPart = false }: OpenOrdersProps) {
  const { data: portfolio } = usePortfolio()
  const storage = useNotificationStorage()
  const savedHeight = loadItem('localStorage', useHeightName(isPart))
  if (!ticker && savedHeight) return <div style={{ minHeight: savedHeight }} />
  const minCount = portfolio ? minOpenCount(portfolio, ticker) : 0
  const storedCount = ticker ? 0 : (storage.load()?.open ?? 0)
  return minCount > 0 && <Skeleton rows={Math.max(minCount, storedCount)} isPart={isPart} />
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
