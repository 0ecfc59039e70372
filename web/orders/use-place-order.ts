// The mutation that places an order that waits.
import { useQueryClient } from '@tanstack/react-query'
import type { Asked } from '@tengrand/contract/call.ts'
import * as orderCalls from '@tengrand/contract/orders.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { useLearnerMutation, type Outcome } from '../session/learner-mutation.ts'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useNotificationStorage } from './notification-storage.ts'
import { useOpenOrders, type WaitingOrder } from './queries.ts'
import { restMs } from './use-order-form.ts'
import { placedWords } from './words.ts'

type Body = Asked<typeof orderCalls.placeOrder>['body']

interface Placed {
  readonly message: string
  readonly order: WaitingOrder
  /** The form as it was sent. */
  readonly draft: string
  /** When the open orders in the cache were fetched. */
  readonly knownAt: number
}

/** The outcome holds until the form is another one, or the order is not open any more. */
export function usePlaceOrder(draft: string) {
  const client = useQueryClient()
  const { queryKey } = usePortfolioOptions('orders', 'open').options
  const storage = useNotificationStorage()
  const { outcome, setOutcome, submit, ...state } = useLearnerMutation<Body, Placed>({
    send: async (body, key) => {
      const order = await call(orderCalls.placeOrder, { body }, { idempotencyKey: key })
      const knownAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      return { message: placedWords(order), order, draft, knownAt }
    },
    isRetry: (sent, next) => JSON.stringify(sent) === JSON.stringify(next),
    onSettled: (next) => {
      if (next.kind === 'done' && next.answer.order.state === 'open')
        storage.addPlaced(next.answer.order)
    },
    restMs,
  })
  const hasEnded = useHasEnded(outcome)
  /** The form that was sent last, also in vain. */
  const [tried, setTried] = useState('')
  const [seen, setSeen] = useState(draft)
  if (seen !== draft || hasEnded) {
    setSeen(draft)
    setOutcome(null)
  }
  /** The same once more would be a mistake more often than a wish. */
  const isResting = outcome?.kind === 'done' && outcome.answer.draft === draft
  const place = (body: Body | null): void => {
    if (isResting) return
    setTried(draft)
    if (body) submit(body)
  }
  return { ...state, outcome, wasTried: tried === draft, isResting, place }
}

/** By an answer from after it was placed; reads the cache, never fetches. */
function useHasEnded(outcome: Outcome<Placed> | null): boolean {
  const { data, dataUpdatedAt } = useOpenOrders({ isWanted: false })
  if (outcome?.kind !== 'done' || outcome.answer.order.state !== 'open' || !data) return false
  const { order, knownAt } = outcome.answer
  return dataUpdatedAt !== knownAt && data.orders.every(({ id }) => id !== order.id)
}
