// Orders that became trades since they were last seen open, in this tab or by this browser before: each is told once.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { askMineAgain, useMine } from '../learner-queries.ts'
import { remember, rememberedBy } from './open-orders-item.ts'
import { findOrders, type useOpenOrders, type WaitingOrder } from './orders.ts'

interface Fills {
  readonly fills: readonly WaitingOrder[]
  readonly dismiss: () => void
}

/** By what was open before and is not now: no clocks are compared, and what the learner does at once is not told twice. */
export function useFills({ data, dataUpdatedAt }: ReturnType<typeof useOpenOrders>): Fills {
  const client = useQueryClient()
  const [, uid] = useMine().queryKey
  const [fills, setFills] = useState<readonly WaitingOrder[]>([])
  useEffect(() => {
    if (!data) return
    let isOver = false
    const open = data.orders.map(({ id }) => id)
    const gone = rememberedBy(String(uid)).filter((id) => !open.includes(id))
    const tell = async (): Promise<void> => {
      // What could not be found out now is tried again with the next answer.
      const found = gone.length === 0 ? [] : await findOrders(gone)
      if (isOver) return
      remember(String(uid), open)
      if (gone.length === 0) return
      setFills((before) => [...before, ...found.filter(({ state }) => state === 'filled')])
      await askMineAgain(client, uid)
    }
    tell().catch(() => {})
    return () => void (isOver = true)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The same answer again is another chance to find out.
  }, [client, uid, data, dataUpdatedAt])
  return { fills, dismiss: () => setFills([]) }
}
