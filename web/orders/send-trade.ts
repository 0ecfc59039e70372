// The request of a market order, and the message and the receipt of its answer.
import * as orderCalls from '@tengrand/contract/orders.ts'
import type { Confidence } from '@tengrand/core/journal.ts'
import { toDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { ApiProblem } from '../api/problem.ts'
import { call } from '../api/client.ts'

export interface MarketOrder {
  readonly side: 'buy' | 'sell'
  readonly ticker: Ticker
  readonly quantity: number
  /** The price that the learner saw. */
  readonly price: Cents
  /** The portfolio that the learner saw, if it was loaded: another tab may have closed it since. */
  readonly portfolio?: string | undefined
  readonly note?: string
  readonly confidence?: Confidence
}

const calls = { buy: orderCalls.buy, sell: orderCalls.sell }
const { trade, cash_balance } = orderCalls.buy.answer.shape
const receipt = z.object({ trade, cash_balance })
/** A receipt in the format of the API, with amounts in dollars. */
export type Receipt = z.output<typeof receipt>

/** Looser than the contract: a backend of another make may omit everything. */
const answer = z.object({
  message: z.optional(z.nullable(z.string())),
  error: z.optional(z.nullable(z.string())),
  trade: z.optional(z.unknown()),
  cash_balance: z.optional(z.unknown()),
})

/** The receipt is null where the answer has none. */
export async function sendTrade({ side, price, ...order }: MarketOrder, key: string) {
  const body = { ...order, price: toDollars(price) }
  const reply = await call({ ...calls[side], answer }, { body }, { idempotencyKey: key })
  if (reply.error) throw new ApiProblem({ status: 200, code: 'refused', sentence: reply.error })
  // A receipt is shown only below a message. One of another shape is left out: the order was executed.
  const parsed: Receipt | null = (reply.message && z.safeParse(receipt, reply).data) || null
  return { message: reply.message || 'Trade complete!', receipt: parsed }
}
