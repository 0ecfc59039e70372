// Wraps the order queue on a provider's market: an order waits for a price that was fetched after the order arrived.
import { isOpen } from '@tengrand/core/session.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { isMet } from '@tengrand/core/waiting-order.ts'

import { clockErrorMsMax } from '../clock.ts'
import type { Market } from '../market/market.ts'
import { createQueueCapacity, type OrderQueue } from './queue.ts'
import { isConditional, refused, type Outcome, type SentOrder } from './queued-order.ts'
import type { StockOrder } from './stock-order.ts'

/**
 * The first try settles orders that need no new price: in a closed market, or a retry of an executed order. All others
 * wait outside the queue and are then decided. A conditional order is placed first; if the latest price seems to meet
 * its condition, it is checked again with a new price.
 */
export function awaitPrices(
  queue: OrderQueue,
  { freshFor, quote, hours }: Pick<Market, 'freshFor' | 'quote' | 'hours'>,
): OrderQueue {
  if (freshFor === undefined) return queue
  const capacity = createQueueCapacity()
  const stocks = createStocksWaitedFor()

  /** Null if there is no room to wait, false if no price came. */
  const wait = async (accountId: number, ticker: Ticker, since: number) => {
    if (!stocks.mayWait(accountId, ticker) || !capacity.take(accountId)) return null
    stocks.add(accountId, ticker)
    return freshFor(ticker, since).finally(() => {
      stocks.remove(accountId, ticker)
      capacity.release(accountId)
    })
  }

  /** False for an order that an earlier request placed, or if no price can come. */
  const seemsMet = ({ ticker, side, kind, price, placedAt }: StockOrder, arrivedAt: number) => {
    const latest = quote(ticker)
    const isShut = hours === 'nyse' && !isOpen(placedAt)
    const isOld = placedAt < arrivedAt - clockErrorMsMax
    return !isShut && !isOld && latest !== null && isMet(side, { kind, price }, latest)
  }

  async function placeConditional(sent: SentOrder): Promise<Outcome> {
    const first = await queue.place(sent)
    if (!('order' in first) || first.order.state !== 'open') return first
    if (!seemsMet(first.order, sent.arrivedAt)) return first
    const { id: orderId, ticker, placedAt } = first.order
    const { accountId, publicId } = sent
    if ((await wait(accountId, ticker, Math.ceil(placedAt))) !== true) return first
    const reached = { orderId, ticker, accountId, publicId, arrivedAt: sent.arrivedAt }
    const filled = await queue.fillWaiting(reached)
    // If the fill job was faster, `place` finds the order by its key in its current state.
    return 'order' in filled ? filled : queue.place(sent)
  }

  return {
    ...queue,
    place: async (order) => {
      if (isConditional(order)) return placeConditional(order)
      const { accountId, ticker, arrivedAt } = order
      const first = await queue.place(order)
      if (!wantsNewPrice(first)) return first
      const came = await wait(accountId, ticker, arrivedAt)
      if (came === null) return refused('busy')
      return came ? queue.place(order) : first
    },
  }
}

/** A provider may allow one stock per second, so one account must not use all of its requests. */
const stocksPerAccountMax = 4

/** The stocks that each account waits for, with the number of waiting orders. */
function createStocksWaitedFor() {
  const waiting = new Map<number, Map<Ticker, number>>()
  return {
    mayWait: (accountId: number, ticker: Ticker): boolean => {
      const own = waiting.get(accountId)
      return own === undefined || own.has(ticker) || own.size < stocksPerAccountMax
    },
    add: (accountId: number, ticker: Ticker): void => {
      const own = waiting.get(accountId) ?? new Map<Ticker, number>()
      waiting.set(accountId, own.set(ticker, (own.get(ticker) ?? 0) + 1))
    },
    remove: (accountId: number, ticker: Ticker): void => {
      const own = waiting.get(accountId)
      const left = (own?.get(ticker) ?? 1) - 1
      if (left > 0) own?.set(ticker, left)
      else own?.delete(ticker)
      if (own?.size === 0) waiting.delete(accountId)
    },
  }
}

const wantsNewPrice = (outcome: Outcome): boolean =>
  'refusal' in outcome &&
  outcome.refusal.code === 'price_stale' &&
  outcome.refusal.ageMinutes === null
