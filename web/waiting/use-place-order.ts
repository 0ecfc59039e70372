// Placing an order that waits, once: what was sent under which key, until it is known what became of it.
import { useQueryClient } from '@tanstack/react-query'
import type { Asked } from '@tengrand/contract/call.ts'
import { waitingOrderCalls } from '@tengrand/contract/waiting-order-calls.ts'
import { useRef, useState } from 'react'

import { call } from '../api.ts'
import { askMineAgain, useMine } from '../learner-queries.ts'
import { isDecided, newKey, sendPatiently } from '../send-once.ts'
import { tradeSentence } from '../stock/stock-sentence.ts'
import { useOneAtATime } from '../stock/use-one-at-a-time.ts'
import type { WaitingOrder } from './orders.ts'

type Body = Asked<typeof waitingOrderCalls.placeOrder>['body']

type PlaceResult =
  | { readonly kind: 'done'; readonly order: WaitingOrder }
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

export function usePlaceOrder(onDone: (order: WaitingOrder) => void) {
  const client = useQueryClient()
  const [, uid] = useMine().queryKey
  const { state, run } = useOneAtATime()
  const [result, setResult] = useState<PlaceResult | null>(null)
  const open = useRef<Sent | null>(null)
  const place = (body: Body): void =>
    run(async () => {
      setResult(null)
      const sent = sameOrder(open.current, body) ?? { body, key: newKey() }
      open.current = sent
      try {
        const order = await sendPatiently(() =>
          call(waitingOrderCalls.placeOrder, { body }, { idempotencyKey: sent.key }),
        )
        open.current = null
        setResult({ kind: 'done', order })
        onDone(order)
      } catch (error) {
        if (isDecided(error)) open.current = null
        setResult({ kind: 'refused', words: tradeSentence(error), isOpen: !isDecided(error) })
      } finally {
        // Without an answer it may have been placed, and after a refusal something was not as it looked.
        void askMineAgain(client, uid)
      }
    })
  return { isSending: state === 'sending', isBusy: state !== 'free', result, place }
}

const sameOrder = (open: Sent | null, body: Body): Sent | null =>
  open !== null && JSON.stringify(open.body) === JSON.stringify(body) ? open : null
