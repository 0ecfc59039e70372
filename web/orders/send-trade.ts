// The request that executes a trade now, and what its answer says.
import * as orderCalls from '@tengrand/contract/orders.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import { toDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { ApiProblem } from '../api/problem.ts'
import { call } from '../api/client.ts'

export interface Order {
  readonly side: 'buy' | 'sell'
  readonly ticker: Ticker
  readonly quantity: number
  /** What the learner saw. */
  readonly price: Cents
  /** The one that the learner saw, where it was there to be seen: another tab may have closed it since. */
  readonly portfolio?: string | undefined
}

/** What an order has come to, in dollars as on the wire. */
export type Receipt = Pick<Answer<typeof orderCalls.buy>, 'trade' | 'cash_balance'>

export interface Executed {
  readonly message: string
  /** Null where the server did not say. */
  readonly receipt: Receipt | null
}

const calls = { buy: orderCalls.buy, sell: orderCalls.sell }
const { trade, cash_balance } = orderCalls.buy.answer.shape
const receipt = z.object({ trade, cash_balance })

/** What other servers answer with has no words at times. */
const answer = z.object({
  message: z.optional(z.nullable(z.string())),
  error: z.optional(z.nullable(z.string())),
  trade: z.optional(z.unknown()),
  cash_balance: z.optional(z.unknown()),
})
export async function sendTrade({ side, price, ...order }: Order, key: string): Promise<Executed> {
  const body = { ...order, price: toDollars(price) }
  const told = await call({ ...calls[side], answer }, { body }, { idempotencyKey: key })
  if (told.error) throw new ApiProblem({ status: 200, code: 'refused', sentence: told.error })
  return { message: told.message || 'Trade complete!', receipt: receiptOf(told) }
}

/** It goes with words that say what it is for. One that nobody understands is left out: the order was executed. */
const receiptOf = (told: z.output<typeof answer>): Receipt | null =>
  (told.message && z.safeParse(receipt, told).data) || null
