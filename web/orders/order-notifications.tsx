// Notifications of what became of orders that waited. Queries the open orders again and again while there are any, and when a live
// price reaches one.
import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import * as orderCalls from '@tengrand/contract/orders.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { isMet } from '@tengrand/core/waiting-order.ts'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'

import { call } from '../api/client.ts'
import { useQuotes } from '../market/quotes/use-quote.ts'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { invalidateLearnerQueries } from '../session/learner-query.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { useStoredOrders, type StoredOrders } from './open-orders-item.ts'
import { useOpenOrders, type WaitingOrder } from './orders.ts'
import { newsWords } from './words.ts'

/** Once for all pages: two that ask would ask twice as often. */
export default function OrderNotifications() {
  const query = useOpenOrders({ isWatching: true })
  const { news, dismiss } = useNews(query)
  useAskWhenReached(query.data?.orders ?? none, () => void query.refetch())
  return <NewsNotice news={news} onDismiss={dismiss} />
}

interface News {
  readonly news: readonly WaitingOrder[]
  readonly dismiss: () => void
}

/** By what was open before and is not now: no clocks are compared, and what the learner does at once is not told twice. */
function useNews({ data, dataUpdatedAt }: ReturnType<typeof useOpenOrders>): News {
  const client = useQueryClient()
  const { options, portfolio } = usePortfolioOptions()
  const [, uid, scope] = options.queryKey
  const stored = useStoredOrders()
  // Reads the cache, never fetches: the effect below writes what it found.
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

const pagesMax = 5

/** What became of orders that are no longer open. Those from long ago are behind all that came after them. */
async function findOrders(
  ids: readonly string[],
  portfolio: string | undefined,
): Promise<WaitingOrder[]> {
  const found: WaitingOrder[] = []
  let before: string | undefined
  for (let page = 0; page < pagesMax && found.length < ids.length; page += 1) {
    const query = { state: 'all', limit: '100', before, portfolio } as const
    // oxlint-disable-next-line no-await-in-loop -- Each page says where the next one begins.
    const { orders, next } = await call(orderCalls.orders, { query })
    found.push(...orders.filter(({ id }) => ids.includes(id)))
    if (next === null) break
    before = next
  }
  return found
}

/** The server takes about a second, and a price may stay where it is for long. */
const pauseMs = 3000

function useAskWhenReached(orders: readonly WaitingOrder[], ask: () => void): void {
  const quotes = useQuotes()
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const askSoon = (): void => {
      const endPause = (): void => {
        waiting = undefined
        askNow()
      }
      waiting ??= setTimeout(endPause, pauseMs)
    }
    const ends = orders.map(({ type, kind, price, ticker }) => {
      if (!isTicker(ticker)) return () => {}
      const condition = { kind, price: fromDollars(price) }
      const look = (): void => {
        const quote = quotes.get(ticker)
        if (quote && isMet(type, condition, quote)) askSoon()
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

interface NewsNoticeProps {
  readonly news: readonly WaitingOrder[]
  readonly onDismiss: () => void
}

/** In the place where the shell says that there is no connection, above that: neither hides the other. */
function NewsNotice({ news, onDismiss }: NewsNoticeProps) {
  return createPortal(
    <div role="status" className="order-first">
      {news.length > 0 && (
        <div className="pointer-events-auto mb-2 flex items-center gap-3 rounded-control border border-line bg-surface py-1 pr-1.5 pl-4 shadow-popup">
          <div className="grid max-h-[50dvh] gap-y-1 overflow-y-auto py-1.5 tabular-nums">
            {news.map((order) => (
              <p key={order.id} className="flex gap-3">
                <Icon
                  name={order.filled ? 'check' : 'info'}
                  className={`mt-0.5 size-4 shrink-0 ${order.filled ? 'text-gain' : 'text-muted'}`}
                />
                {newsWords(order)}
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
        </div>
      )}
    </div>,
    document.getElementById('notices') ?? document.body,
  )
}
