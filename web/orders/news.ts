// Orders that were open when they were last seen, in this tab or by this browser before, and have ended by themselves: each is
// told on whichever page, also after a reload, until it is put away.
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { invalidateLearnerQueries, useLearnerQuery } from '../session/learner-query.ts'
import { remember, rememberedBy } from './open-orders-item.ts'
import { findOrders, type useOpenOrders, type WaitingOrder } from './orders.ts'

interface News {
  readonly news: readonly WaitingOrder[]
  readonly dismiss: () => void
}

/** By what was open before and is not now: no clocks are compared, and what the learner does at once is not told twice. */
export function useNews({ data, dataUpdatedAt }: ReturnType<typeof useOpenOrders>): News {
  const client = useQueryClient()
  const uid = String(useLearnerQuery().queryKey[1])
  // Nobody is asked for it: it is what this page has found out so far.
  const { data: news = none } = useQuery(toldTo(uid))
  useEffect(() => {
    if (!data) return
    let isOver = false
    const open = data.orders.map(({ id }) => id)
    const told = client.getQueryData(toldTo(uid).queryKey) ?? none
    const isUnknown = (id: string): boolean =>
      !open.includes(id) && !told.some((order) => order.id === id)
    const gone = rememberedBy(uid).filter(isUnknown)
    const unread = rememberedBy(uid, 'untold').filter(isUnknown)
    const tell = async (): Promise<void> => {
      // What could not be found out now is tried again with the next answer.
      const found = await findOrders([...unread, ...gone])
      if (isOver) return
      const all = [...told, ...found.filter(isNews)]
      client.setQueryData(toldTo(uid).queryKey, all)
      remember(uid, open)
      rememberUntold(uid, all)
      if (gone.length > 0) await invalidateLearnerQueries(client, uid)
    }
    tell().catch(() => {})
    return () => void (isOver = true)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The same answer again is another chance to find out.
  }, [client, uid, data, dataUpdatedAt])
  const dismiss = (): void => {
    client.setQueryData(toldTo(uid).queryKey, none)
    rememberUntold(uid, none)
  }
  return { news, dismiss }
}

const toldTo = (uid: string) =>
  queryOptions<readonly WaitingOrder[]>({ queryKey: ['order-news', uid], queryFn: skipToken })

const rememberUntold = (uid: string, orders: readonly WaitingOrder[]): void =>
  remember(
    uid,
    orders.map(({ id }) => id),
    'untold',
  )

/** What the learner has ended, by cancelling it or by starting over, is known to them. */
const isNews = ({ state, reason }: WaitingOrder): boolean =>
  state !== 'open' && reason !== 'learner' && reason !== 'chapter_closed'

const none: readonly WaitingOrder[] = []
