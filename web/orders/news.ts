// Orders that were open when they were last seen, in this tab or by this browser before, and have ended by themselves: each is
// told on whichever page, also after a reload, until it is put away.
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { usePortfolioOptions } from '../portfolio/queries.ts'
import { invalidateLearnerQueries } from '../session/learner-query.ts'
import { useStoredOrders, type StoredOrders } from './open-orders-item.ts'
import { findOrders, type useOpenOrders, type WaitingOrder } from './orders.ts'

interface News {
  readonly news: readonly WaitingOrder[]
  readonly dismiss: () => void
}

/** By what was open before and is not now: no clocks are compared, and what the learner does at once is not told twice. */
export function useNews({ data, dataUpdatedAt }: ReturnType<typeof useOpenOrders>): News {
  const client = useQueryClient()
  const { options, portfolio } = usePortfolioOptions()
  const [, uid, scope] = options.queryKey
  const stored = useStoredOrders()
  // Nobody is asked for it: it is what this page has found out so far.
  const { data: news = none } = useQuery(toldTo(uid, scope))
  useEffect(() => {
    if (!data) return
    let isOver = false
    const open = data.orders.map(({ id }) => id)
    const told = client.getQueryData(toldTo(uid, scope).queryKey) ?? none
    const isUnknown = (id: string): boolean =>
      !open.includes(id) && !told.some((order) => order.id === id)
    const gone = stored.ids('open').filter(isUnknown)
    const unread = stored.ids('untold').filter(isUnknown)
    const tell = async (): Promise<void> => {
      // What could not be found out now is tried again with the next answer.
      const found = await findOrders([...unread, ...gone], portfolio)
      if (isOver) return
      const all = [...told, ...found.filter(isNews)]
      client.setQueryData(toldTo(uid, scope).queryKey, all)
      stored.save('open', open)
      saveUntold(stored, all)
      if (gone.length > 0) await invalidateLearnerQueries(client, uid)
    }
    tell().catch(() => {})
    return () => void (isOver = true)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The same answer again is another chance to find out.
  }, [client, uid, scope, portfolio, stored, data, dataUpdatedAt])
  const dismiss = (): void => {
    client.setQueryData(toldTo(uid, scope).queryKey, none)
    saveUntold(stored, none)
  }
  return { news, dismiss }
}

const toldTo = (...key: readonly unknown[]) =>
  queryOptions<readonly WaitingOrder[]>({ queryKey: ['order-news', ...key], queryFn: skipToken })

const saveUntold = (stored: StoredOrders, orders: readonly WaitingOrder[]): void =>
  stored.save(
    'untold',
    orders.map(({ id }) => id),
  )

/** What the learner has ended, by cancelling it or by starting over, is known to them. */
const isNews = ({ state, reason }: WaitingOrder): boolean =>
  state !== 'open' && reason !== 'learner' && reason !== 'chapter_closed'

const none: readonly WaitingOrder[] = []
