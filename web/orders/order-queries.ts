// Sending an order: under a key that makes it safe to send again, and with everything asked anew afterwards.
import { useQueryClient } from '@tanstack/react-query'
import { orderCalls } from '@tengrand/contract/orders.ts'
import { call as describe, type Answer } from '@tengrand/contract/call.ts'
import { toDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { ApiProblem } from '../api/problem.ts'
import { call } from '../api/client.ts'
import { invalidateLearnerQueries, useLearnerOptions } from '../session/learner-query.ts'
import { sendPatiently } from '../api/send-once.ts'
import { useTradedBefore } from '../portfolio/traded-before.ts'

export interface Order {
  readonly side: 'buy' | 'sell'
  readonly ticker: Ticker
  readonly quantity: number
  /** What the learner saw. */
  readonly price: Cents
  /** The one that the learner saw, where it was there to be seen: another tab may have closed it since. */
  readonly portfolio?: string | undefined
  /** A UUID. Under the same one the same order is carried out once at most, however often it is sent. */
  readonly key: string
}

/** What an order has come to, in dollars as on the wire. */
export type Receipt = Pick<Answer<typeof orderCalls.buy>, 'trade' | 'cash_balance'>

export interface Executed {
  readonly message: string
  /** Null where the server did not say. */
  readonly receipt: Receipt | null
}

/** Rejects with what became of it; sent again by itself where nothing was heard. */
export function useOrder(): (order: Order) => Promise<Executed> {
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  const { rememberNewcomer } = useTradedBefore()
  return async (order) => {
    try {
      const executed = await sendPatiently(() => send(order))
      rememberNewcomer(false)
      return executed
    } finally {
      // Without an answer the order may have been carried out, and after a refusal something was not as it looked.
      void invalidateLearnerQueries(client, uid)
    }
  }
}

const { trade, cash_balance } = orderCalls.buy.answer.shape
const receipt = z.object({ trade, cash_balance })

/** What other servers answer with has no words at times. */
const answer = z.object({
  message: z.optional(z.nullable(z.string())),
  error: z.optional(z.nullable(z.string())),
  trade: z.optional(z.unknown()),
  cash_balance: z.optional(z.unknown()),
})
const described = {
  buy: describe({ ...orderCalls.buy, answer }),
  sell: describe({ ...orderCalls.sell, answer }),
}

async function send({ side, key, price, ...order }: Order): Promise<Executed> {
  const body = { ...order, price: toDollars(price) }
  const told = await call(described[side], { body }, { idempotencyKey: key })
  if (told.error) throw new ApiProblem({ status: 200, code: 'refused', sentence: told.error })
  return { message: told.message || 'Trade complete!', receipt: receiptOf(told) }
}

/** It goes with words that say what it is for. One that nobody understands is left out: the order was executed. */
const receiptOf = (told: z.output<typeof answer>): Receipt | null =>
  (told.message && z.safeParse(receipt, told).data) || null
