// On a provider's market an order waits, before the queue, for a price that was asked for after it had arrived.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { isMet } from '@tengrand/core/waiting-order.ts'

import type { Market } from '../market/market.ts'
import { busy, type OrderQueue } from './order-queue.ts'
import { createQueueCapacity } from './queue-capacity.ts'
import { isConditional, type Outcome, type PlacedCondition } from './queued-order.ts'

/**
 * A first look tells what needs no new price: a closed market, or an order that was executed already and is sent once
 * more. Everything else waits outside of the queue, and is decided then. So does an order with a condition that the
 * latest price meets; every other one is placed without a new price.
 */
export function awaitPrices(
  queue: OrderQueue,
  { freshFor, quote }: Pick<Market, 'freshFor' | 'quote'>,
): OrderQueue {
  if (freshFor === undefined) return queue
  const seemsMet = ({ side, ticker, condition }: PlacedCondition): boolean => {
    const latest = quote(ticker)
    return latest !== null && isMet(side, condition, latest)
  }
  const capacity = createQueueCapacity()
  const stocks = createStocksWaitedFor()
  return {
    ...queue,
    place: async (order) => {
      const { accountId, ticker, arrivedAt } = order
      if (isConditional(order) && !seemsMet(order)) return queue.place(order)
      const first = isConditional(order) ? null : await queue.place(order)
      if (first !== null && !wantsNewPrice(first)) return first
      if (!stocks.mayWait(accountId, ticker) || !capacity.take(accountId)) return busy
      stocks.add(accountId, ticker)
      const came = await freshFor(ticker, arrivedAt).finally(() => {
        stocks.remove(accountId, ticker)
        capacity.release(accountId)
      })
      return came || first === null ? queue.place(order) : first
    },
  }
}

/** A provider may tell one stock at a time, once a second: one account must not keep it busy with all of them. */
const stocksPerAccountMax = 4

/** For which stocks an account waits, and with how many orders for each. */
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
