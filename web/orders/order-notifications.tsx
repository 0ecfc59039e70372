// Loads the notifications of orders for learners who have any in this browser.
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useNotificationStorage } from './notification-storage.ts'

/**
 * Null for learners without open orders or unread notices in this browser: the condition reads the cache and the storage, and
 * never fetches. Mounted once for all pages, because each instance polls.
 */
export function OrderNotifications() {
  const client = useQueryClient()
  const { queryKey } = usePortfolioOptions('orders', 'open').options
  const storage = useNotificationStorage()
  const isStored = (): boolean => storage.loadActive() !== null || storage.oldIds().length > 0
  const isWanted = useSyncExternalStore(
    // Batched, because the hooks below add queries to the cache while they render.
    (onChange) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    () => client.getQueryData(queryKey) !== undefined || isStored(),
  )
  return isWanted ? <ActiveNotifications key={queryKey.join(' ')} /> : null
}

const ActiveNotifications = lazyComponent(() => import('./active-notifications.tsx'), {
  loading: () => null,
  // Without a message: the next page tries again.
  failed: () => null,
})
