// Shows the order notifications to learners who have open orders or unread notices in this browser.
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useNotificationStorage } from './notification-storage.ts'
import OrderNotifications from './order-notifications.tsx'

/** Reads the cache and the storage, never fetches. */
export default function OrderNotificationsIfAny() {
  const client = useQueryClient()
  const { queryKey } = usePortfolioOptions('orders', 'open').options
  const storage = useNotificationStorage()
  const isStored = (): boolean => storage.loadActive() !== null || storage.oldIds().length > 0
  const isWanted = useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => client.getQueryData(queryKey) !== undefined || isStored(),
  )
  return isWanted ? <OrderNotifications key={queryKey.join(' ')} /> : null
}
