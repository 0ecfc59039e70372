// Watches over the open orders on every page, for those who have any or had some when last here; the code for it comes only then.
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { lazyPart } from '../browser/lazy-part.tsx'
import { useLearnerQuery } from '../session/learner-query.ts'
import { rememberedBy } from './open-orders-item.ts'

const WatchOrders = lazyPart(() => import('./watch-orders.tsx'))

/** It hears of what the pages have asked for, and asks nothing by itself. */
export default function OrderNews() {
  const client = useQueryClient()
  const { queryKey } = useLearnerQuery('orders', 'open')
  const isWanted = useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => client.getQueryData(queryKey) !== undefined || isRemembered(String(queryKey[1])),
  )
  return isWanted ? <WatchOrders /> : null
}

const isRemembered = (uid: string): boolean =>
  rememberedBy(uid).length > 0 || rememberedBy(uid, 'untold').length > 0
