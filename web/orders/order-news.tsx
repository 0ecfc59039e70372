// Watches over the open orders on every page, for those who have any or had some when last here; the code for it comes only then.
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { lazyPart } from '../browser/lazy-part.tsx'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useStoredOrders } from './open-orders-item.ts'

const OrderNotifications = lazyPart(() => import('./order-notifications.tsx'))

/** It hears of what the pages have asked for, and asks nothing by itself. */
export default function OrderNews() {
  const client = useQueryClient()
  const { queryKey } = usePortfolioOptions('orders', 'open').options
  const stored = useStoredOrders()
  const isStored = (): boolean => stored.ids('open').length > 0 || stored.ids('untold').length > 0
  const isWanted = useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => client.getQueryData(queryKey) !== undefined || isStored(),
  )
  return isWanted ? <OrderNotifications /> : null
}
