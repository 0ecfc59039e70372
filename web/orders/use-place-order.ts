// The mutation that places a limit or stop order, and the state of the form after it.
import { useQueryClient } from '@tanstack/react-query'
import * as orderCalls from '@tengrand/contract/orders.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { useLearnerMutation, type Outcome } from '../session/learner-mutation.ts'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useNotificationStorage } from './notification-storage.ts'
import { askedWords, placedWords } from './outcome-words.ts'
import { useOpenOrders, type Order, type OrderPage } from './queries.ts'
import { restMs } from './use-market-order.ts'
import type { OrderForm } from './use-order-form.ts'
import { isSameOrder, useUnansweredNames, type SentOrder } from './unanswered-orders.ts'

interface Placed {
  readonly message: string
  readonly order: Order
  /** The draft key of the form when it was sent. */
  readonly draftKey: string
  /** When the open orders in the cache were fetched. */
  readonly knownAt: number
}

/** The outcome is cleared when the form changes, or the order is no longer open. `draftKey` has the values of all fields. */
export function usePlaceOrder(ticker: Ticker, draftKey: string, journal?: OrderForm['journal']) {
  const client = useQueryClient()
  const { queryKey } = usePortfolioOptions('orders', 'open').options
  const storage = useNotificationStorage()
  const { outcome, setOutcome, submit, isBusy, isSending, ...mutation } = useLearnerMutation<
    SentOrder,
    Placed
  >({
    send: async (body, key) => {
      const order = await call(orderCalls.placeOrder, { body }, { idempotencyKey: key })
      const knownAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      return { message: placedWords(order), order, draftKey, knownAt }
    },
    isRetry: isSameOrder,
    onSettled: (next) => {
      if (next.kind === 'done') journal?.current?.emptySent()
      if (next.kind !== 'done' || next.answer.order.state !== 'open') return
      const { order } = next.answer
      storage.addPlaced(order)
      // Into the cache at once: the order may be filled before the next answer, which is then the first without it.
      client.setQueryData<OrderPage>(
        queryKey,
        (page) => page && { ...page, orders: [order, ...page.orders] },
      )
    },
    storedAs: useUnansweredNames().orders,
    restMs,
  })
  const hasEnded = useHasEnded(outcome)
  /** The last submitted form, also an incomplete one. */
  const [tried, setTried] = useState('')
  const [seen, setSeen] = useState(draftKey)
  if (seen !== draftKey || hasEnded) {
    setSeen(draftKey)
    setOutcome(null)
  }
  /** Blocks the same order a second time, which is usually a mistake. */
  const isResting = outcome?.kind === 'done' && outcome.answer.draftKey === draftKey
  const place = (body: SentOrder | null): void => {
    if (isResting) return
    setTried(draftKey)
    if (body) submit(body)
  }
  const unanswered = isBusy ? null : mutation.unanswered.find(({ body }) => body.ticker === ticker)
  const lost = unanswered && {
    words: askedWords(unanswered.body),
    onRetry: () => submit(unanswered.body),
    onForget: () => mutation.forget(unanswered.key),
  }
  return { isBusy, isSending, outcome, lost, wasTried: tried === draftKey, isResting, place }
}

/** Whether an answer from after the order was placed does not list it. Reads the cache, never fetches. */
function useHasEnded(outcome: Outcome<Placed> | null): boolean {
  const { data, dataUpdatedAt } = useOpenOrders({ enabled: false })
  if (outcome?.kind !== 'done' || outcome.answer.order.state !== 'open' || !data) return false
  const { order, knownAt } = outcome.answer
  return dataUpdatedAt !== knownAt && data.orders.every(({ id }) => id !== order.id)
}
