// The notifications of orders that were filled, expired or cancelled. Polls the open orders while there are any, refetches them when
// a live price reaches one, and fetches the closed ones when an open one is gone.
import { useQuery } from '@tanstack/react-query'
import * as orderCalls from '@tengrand/contract/orders.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { isMet } from '@tengrand/core/waiting-order.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { useQuotes } from '../market/quotes/use-quote.ts'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useInvalidateLearner } from '../session/learner-query.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Toast, toastsId } from '../ui/toast.tsx'
import { laterMark, useNotificationStorage, type ReadMark } from './notification-storage.ts'
import { notificationWords } from './outcome-words.ts'
import { useOpenOrders, type Order } from './queries.ts'
import {
  beginning,
  isSameState,
  nextState,
  readAll,
  unreadOf,
  type ReadState,
} from './read-state.ts'

const pollMs = 15_000

export default function ActiveNotifications() {
  const query = useOpenOrders({
    refetchInterval: ({ state: { data } }) => (data?.orders.length ? pollMs : false),
  })
  const { notices, dismiss } = useNotices(query)
  useInvalidateWhenGone(query)
  useRefetchWhenReached(query.data?.orders ?? none, () => void query.refetch())
  return <Notices notices={notices} onDismiss={dismiss} />
}

const none: readonly Order[] = []

/** The unread closed orders. The mark is in the storage, so that reloads and other tabs continue from it. */
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

  const save = (saved: ReadMark, unread: number): void =>
    storage.save({ ...saved, open: state.seen.length, unread })
  const saveAnswers = useEffectEvent(() => {
    if (mark && closed) save(mark, notices.length)
  })
  useEffect(() => {
    saveAnswers()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Not with the mark of another tab, whose counts may be newer.
  }, [open, closed])

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
    if (!mark || !closed) return
    const read = readAll(mark, state.seen, open ?? none, closed)
    setState({ ...state, mark: read })
    save(read, 0)
  }
  return { notices, dismiss }
}

/** A learner who is away for months has at most this many pages of 100 orders. */
const pagesMax = 10

/** The closed orders, newest first. Without a mark one page is enough, because older orders were closed long ago. */
function useClosedOrders(mark: ReadMark | null, enabled: boolean) {
  const { options, portfolio } = usePortfolioOptions('orders', 'closed')
  return useQuery({
    ...options,
    queryFn: async (context) => {
      const wanted = { closed_after: mark?.since ?? beginning, portfolio }
      const found: Order[] = []
      let before: string | undefined
      for (let pages = 0; pages < pagesMax; pages += 1) {
        const query = { ...wanted, before }
        // oxlint-disable-next-line no-await-in-loop -- Each page has the cursor of the next one.
        const page = await call(orderCalls.orders, { query }, requestOptionsOf(context))
        found.push(...page.orders)
        if (page.next === null || mark === null) break
        before = page.next
      }
      return found
    },
    enabled: options.enabled && enabled,
    // An answer that failed is asked for again also where no order is open any more, which ends the poll of those.
    refetchInterval: ({ state }) => (state.status === 'error' ? pollMs : false),
  })
}

/** Invalidates the portfolio, its value and the lists, which an order that is no longer open has changed. */
function useInvalidateWhenGone({ data }: ReturnType<typeof useOpenOrders>): void {
  const invalidate = useInvalidateLearner()
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
    if (isGone) void invalidate()
  }, [invalidate, data, countBefore])
}

/** The pause before a refetch: the server needs about a second to fill an order, and quotes must not flood it. */
const pauseMs = 3000

function useRefetchWhenReached(orders: readonly Order[], refetch: () => void): void {
  const quotes = useQuotes()
  const refetchNow = useEffectEvent(refetch)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetchSoon = (): void => {
      const endPause = (): void => {
        timer = undefined
        refetchNow()
      }
      timer ??= setTimeout(endPause, pauseMs)
    }
    const unsubscribes = orders.map(({ type, kind, price, ticker }) => {
      if (!isTicker(ticker)) return () => {}
      const condition = { kind, price: fromDollars(price) }
      const check = (): void => {
        const quote = quotes.get(ticker)
        if (quote && isMet(type, condition, quote)) refetchSoon()
      }
      check()
      return quotes.watch(ticker, check)
    })
    return () => {
      clearTimeout(timer)
      unsubscribes.forEach((unsubscribe) => unsubscribe())
    }
  }, [quotes, orders])
}

interface NoticesProps {
  readonly notices: readonly Order[]
  readonly onDismiss: () => void
}

/** A toast above the offline banner of the shell, so that neither covers the other. */
function Notices({ notices, onDismiss }: NoticesProps) {
  return createPortal(
    <div role="status" className="order-first">
      {notices.length > 0 && (
        <Toast className="pointer-events-auto flex items-center gap-3 py-1 pr-1.5 pl-4">
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
