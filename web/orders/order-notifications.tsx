// Notifications of what became of orders that waited. Queries the open orders again and again while there are any, and when a live
// price reaches one, and the closed ones when an open one is gone.
import { useQueryClient } from '@tanstack/react-query'
import * as orderCalls from '@tengrand/contract/orders.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { isMet } from '@tengrand/core/waiting-order.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { call } from '../api/client.ts'
import { useQuotes } from '../market/quotes/use-quote.ts'
import { usePortfolioQuery } from '../portfolio/queries.ts'
import { invalidateLearnerQueries, useLearnerOptions } from '../session/learner-query.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Toast, toastsId } from '../ui/toast.tsx'
import { useNotificationStorage } from './notification-storage.ts'
import { useOpenOrders, type WaitingOrder } from './queries.ts'
import { beginning, isSameState, laterMark, nextState, readAll, unreadOf } from './read-mark.ts'
import type { ReadMark, ReadState } from './read-mark.ts'
import { notificationWords } from './words.ts'

/** Mounted once for all pages: two of them would query twice as often. */
export default function OrderNotifications() {
  const query = useOpenOrders({ isWatching: true })
  const { notices, dismiss } = useNotices(query)
  useInvalidateWhenGone(query)
  useRefetchWhenReached(query.data?.orders ?? none, () => void query.refetch())
  return <Notices notices={notices} onDismiss={dismiss} />
}

const none: readonly WaitingOrder[] = []

/** The closed orders that were not read. The mark is in the storage, so that reloads and other tabs go on from it. */
function useNotices(openQuery: ReturnType<typeof useOpenOrders>) {
  const storage = useNotificationStorage()
  const [state, setState] = useState<ReadState>(() => ({
    mark: storage.loadActive(),
    seen: storage.oldIds(),
  }))
  const { mark } = state
  const open = openQuery.data?.orders
  const closedQuery = useClosedOrders(mark, open !== undefined)
  const closed = closedQuery.data
  const next = open ? nextState(state, open, closed) : state
  if (!isSameState(state, next)) setState(next)
  const notices = mark && closed ? unreadOf(mark, closed) : none

  const retry = useEffectEvent(() => {
    if (closedQuery.isError) void closedQuery.refetch()
  })
  useEffect(() => {
    retry()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- The next answer of the open orders is the next try.
  }, [openQuery.dataUpdatedAt])

  const [openCount, unreadCount] = [state.seen.length, notices.length]
  useEffect(() => {
    if (mark && closed) storage.save({ ...mark, open: openCount, unread: unreadCount })
  }, [storage, mark, closed, openCount, unreadCount])

  useEffect(() => {
    const takeOver = ({ key }: StorageEvent): void => {
      const other = key === storage.name ? storage.load() : null
      if (other === null) return
      setState((own) => ({ ...own, mark: own.mark ? laterMark(own.mark, other) : other }))
    }
    window.addEventListener('storage', takeOver)
    return () => window.removeEventListener('storage', takeOver)
  }, [storage])

  const dismiss = (): void => {
    if (mark && closed) setState({ ...state, mark: readAll(mark, open ?? none, closed) })
  }
  return { notices, dismiss }
}

/** Newest first. Without a mark one page is enough: what is older was closed long ago. */
const useClosedOrders = (mark: ReadMark | null, enabled: boolean) =>
  usePortfolioQuery(
    ['orders', 'closed'],
    async (query, options) => {
      const wanted = { closed_after: mark?.since ?? beginning, ...query }
      const found: WaitingOrder[] = []
      let before: string | undefined
      for (;;) {
        // oxlint-disable-next-line no-await-in-loop -- Each page says where the next one begins.
        const page = await call(orderCalls.orders, { query: { ...wanted, before } }, options)
        found.push(...page.orders)
        if (page.next === null || mark === null) return found
        before = page.next
      }
    },
    { enabled },
  )

/** An order that is gone has changed the portfolio, its value and the lists. */
function useInvalidateWhenGone({ data }: ReturnType<typeof useOpenOrders>): void {
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  const storage = useNotificationStorage()
  const before = useRef<readonly string[] | null>(null)
  const [countBefore] = useState(() => storage.loadActive()?.open ?? storage.oldIds().length)
  useEffect(() => {
    if (!data) return
    const ids = data.orders.map(({ id }) => id)
    const isGone =
      before.current === null
        ? ids.length < countBefore
        : before.current.some((id) => !ids.includes(id))
    before.current = ids
    if (isGone) void invalidateLearnerQueries(client, uid)
  }, [client, uid, data, countBefore])
}

/** The server takes about a second, and a price may stay where it is for long. */
const pauseMs = 3000

function useRefetchWhenReached(orders: readonly WaitingOrder[], refetch: () => void): void {
  const quotes = useQuotes()
  const refetchNow = useEffectEvent(refetch)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const refetchSoon = (): void => {
      const endPause = (): void => {
        waiting = undefined
        refetchNow()
      }
      waiting ??= setTimeout(endPause, pauseMs)
    }
    const ends = orders.map(({ type, kind, price, ticker }) => {
      if (!isTicker(ticker)) return () => {}
      const condition = { kind, price: fromDollars(price) }
      const look = (): void => {
        const quote = quotes.get(ticker)
        if (quote && isMet(type, condition, quote)) refetchSoon()
      }
      look()
      return quotes.watch(ticker, look)
    })
    return () => {
      clearTimeout(waiting)
      ends.forEach((end) => end())
    }
  }, [quotes, orders])
}

interface NoticesProps {
  readonly notices: readonly WaitingOrder[]
  readonly onDismiss: () => void
}

/** In the place where the shell says that there is no connection, above that: neither hides the other. */
function Notices({ notices, onDismiss }: NoticesProps) {
  return createPortal(
    <div role="status" className="order-first">
      {notices.length > 0 && (
        <Toast className="flex items-center gap-3 py-1 pr-1.5 pl-4">
          <div className="grid max-h-[50dvh] gap-y-1 overflow-y-auto py-1.5 tabular-nums">
            {notices.map((order) => (
              <p key={order.id} className="flex gap-3">
                <Icon
                  name={order.filled ? 'check' : 'info'}
                  className={`mt-0.5 size-4 shrink-0 ${order.filled ? 'text-gain' : 'text-muted'}`}
                />
                {notificationWords(order)}
              </p>
            ))}
          </div>
          <Button
            kind="secondary"
            className="border-transparent! px-3! text-14!"
            onClick={onDismiss}
          >
            Close
          </Button>
        </Toast>
      )}
    </div>,
    document.getElementById(toastsId) ?? document.body,
  )
}
