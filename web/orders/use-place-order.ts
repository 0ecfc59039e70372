// Placing an order that waits, once: what was sent under which key, until it is known what became of it.
import { useQueryClient } from '@tanstack/react-query'
import type { Asked } from '@tengrand/contract/call.ts'
import { waitingOrderCalls } from '@tengrand/contract/waiting-orders.ts'
import { useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { invalidateLearnerQueries } from '../session/learner-query.ts'
import { isDecided, newKey, sendPatiently } from '../api/send-once.ts'
import { answeredWords } from './stock-sentence.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'
import { useStoredOrders } from './open-orders-item.ts'
import { useOpenOrders, type WaitingOrder } from './orders.ts'

type Body = Asked<typeof waitingOrderCalls.placeOrder>['body']

export type PlaceResult =
  | {
      readonly kind: 'done'
      readonly order: WaitingOrder
      /** The form as it was sent. */
      readonly draft: string
      /** Which answer about the open orders was known by then. */
      readonly knownAt: number
    }
  | {
      readonly kind: 'refused'
      readonly words: string
      /** It may have been placed after all. */
      readonly isOpen: boolean
    }

interface Sent {
  readonly body: Body
  readonly key: string
}

/** What is said of the last order holds until the form is another one, or that order is not open any more. */
export function usePlaceOrder(draft: string) {
  const client = useQueryClient()
  const { queryKey } = usePortfolioOptions('orders', 'open').options
  const stored = useStoredOrders()
  const [, uid] = queryKey
  const { state, run } = useOneAtATime()
  const [result, setResult] = useState<PlaceResult | null>(null)
  const open = useRef<Sent | null>(null)
  const hasEnded = useHasEnded(result)
  const [seen, setSeen] = useState(draft)
  if (seen !== draft || hasEnded) {
    setSeen(draft)
    setResult(null)
  }
  const done = (order: WaitingOrder): void => {
    open.current = null
    const knownAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    // It may be filled before anybody has seen it open.
    if (order.state === 'open') stored.save('open', [...stored.ids('open'), order.id])
    setResult({ kind: 'done', order, draft, knownAt })
  }
  const place = (body: Body): void =>
    run(async () => {
      setResult(null)
      const sent = sameOrder(open.current, body) ?? { body, key: newKey() }
      open.current = sent
      try {
        const placing = () =>
          call(waitingOrderCalls.placeOrder, { body }, { idempotencyKey: sent.key })
        done(await sendPatiently(placing))
      } catch (error) {
        if (isDecided(error)) open.current = null
        const words = answeredWords(error) ?? notSent
        setResult({ kind: 'refused', words, isOpen: !isDecided(error) })
      } finally {
        // Without an answer it may have been placed, and after a refusal something was not as it looked.
        void invalidateLearnerQueries(client, uid)
      }
    })
  return {
    isSending: state === 'sending',
    isBusy: state !== 'free',
    /** The same once more would be a mistake more often than a wish. */
    isResting: result?.kind === 'done' && result.draft === draft,
    result,
    place,
  }
}

const notSent = 'The order could not be sent. Check your connection and try again.'

/** By an answer from after it was placed. Nobody is asked for that: whoever lists the open orders is. */
function useHasEnded(result: PlaceResult | null): boolean {
  const { data, dataUpdatedAt } = useOpenOrders({ isWanted: false })
  if (result?.kind !== 'done' || result.order.state !== 'open' || !data) return false
  return dataUpdatedAt !== result.knownAt && data.orders.every(({ id }) => id !== result.order.id)
}

const sameOrder = (open: Sent | null, body: Body): Sent | null =>
  open !== null && JSON.stringify(open.body) === JSON.stringify(body) ? open : null
