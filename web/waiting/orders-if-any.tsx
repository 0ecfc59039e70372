// Lists the open orders of those who have any, or had some when last here; nobody else is asked for them.
import { useState } from 'react'

import { loadItem } from '../browser-storage.ts'
import { lazyPage } from '../lazy-page.tsx'
import { usePortfolio, type Portfolio } from '../learner-queries.ts'
import { openOrdersItem } from './open-orders-item.ts'
import type { OpenOrdersProps } from './open-orders.tsx'

const OpenOrders = lazyPage(() => import('./open-orders.tsx'), null)

export default function OrdersIfAny(props: OpenOrdersProps) {
  const { data } = usePortfolio()
  const [isWanted, setWanted] = useState(() => loadItem('localStorage', openOrdersItem) !== null)
  // It stays when there is none any more: it says what became of the last one.
  if (!isWanted && data && hasReserved(data)) setWanted(true)
  return isWanted && <OpenOrders {...props} />
}

/** Every open order holds cash or shares. */
const hasReserved = ({ cash_balance, free_cash, holdings }: Portfolio): boolean =>
  free_cash < cash_balance || holdings.some((held) => held.free_quantity < held.quantity)
