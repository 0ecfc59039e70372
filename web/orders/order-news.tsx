// Watches over the open orders on every page, for those who have any or had some when last here; the code for it comes only then.
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { usePortfolioOptions } from '../portfolio/queries.ts'
import OrderNotifications from './order-notifications.tsx'
import { useStoredOrders } from './open-orders-item.ts'

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
