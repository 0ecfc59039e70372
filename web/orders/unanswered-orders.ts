// The orders whose answer was lost: where they are stored, and what counts as a retry of one.
import type { Asked } from '@tengrand/contract/call.ts'
import type * as orderCalls from '@tengrand/contract/orders.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { useStorageName } from '../portfolio/scope.tsx'
import { useLearnerOptions } from '../session/learner-query.ts'
import { storedRequests, type OpenRequests } from '../session/open-requests.ts'
import type { MarketOrder } from './send-trade.ts'

/** A limit or stop order as it is sent. */
export type SentOrder = Asked<typeof orderCalls.placeOrder>['body']

/** The storage items of the two calls. */
export const useUnansweredNames = () => ({
  trades: useStorageName('tengrand-unanswered-trades'),
  orders: useStorageName('tengrand-unanswered-orders'),
})

/**
 * Whether an order is a retry, which sends the first one. The price of a market order may have moved since, so it is
 * `ignored`; and a reason that was changed makes no other order.
 */
export function isSameOrder<Sent extends MarketOrder | SentOrder>(
  sent: Sent,
  next: Sent,
  ignored?: keyof Sent,
): boolean {
  const fields = Object.keys({ ...sent, ...next }) as (keyof Sent)[]
  return fields.every(
    (field) =>
      [ignored, 'note', 'confidence'].includes(field) ||
      sent[field] === next[field] ||
      // The id of the portfolio is not known before that is loaded.
      (field === 'portfolio' && (sent.portfolio === undefined || next.portfolio === undefined)),
  )
}

/** Reads the fields of the newest one for a stock, with which the form begins; null without any. */
export function useUnansweredFields(ticker: Ticker) {
  const names = useUnansweredNames()
  const account = String(useLearnerOptions().queryKey[1])
  return () => {
    const [trade] = ofStock(storedRequests<MarketOrder>(names.trades, account))
    const [order] = ofStock(storedRequests<SentOrder>(names.orders, account))
    if (order && order.sentAt > (trade?.sentAt ?? 0)) {
      const { type, kind, quantity, lasts } = order.body
      const side = type === 'BUY' ? 'buy' : 'sell'
      return { side, kind, typed: String(quantity), lasts } as const
    }
    return trade ? { side: trade.body.side, typed: String(trade.body.quantity) } : null
  }
  function ofStock<Sent extends MarketOrder | SentOrder>({ list }: OpenRequests<Sent>) {
    return list().filter(({ body }) => body.ticker === ticker)
  }
}
