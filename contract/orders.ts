// The calls with which shares are bought and sold.
import { quantityMax } from '@tengrand/core/order.ts'
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dollars, percent, portfolioId } from './wire.ts'

/** Strict: who sends a field that is not known here wants something that this order would not do. */
const order = z.strictObject({
  ticker: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  quantity: z.int().check(z.minimum(1), z.maximum(quantityMax)),
  /** What the learner saw: a guard, never what is paid. */
  price: z
    .number('a number of dollars, at least 0.01')
    .check(z.minimum(0.01), z.maximum(10_000_000, 'at most 10,000,000')),
  portfolio: portfolioId,
})

const executed = z.object({
  message: z.string(),
  error: z.nullable(z.string()),
  trade: z.object({
    type: z.enum(['BUY', 'SELL']),
    ticker: z.string(),
    quantity: z.number(),
    price: dollars,
    total: dollars,
    /** Of a sale, what it brought less what the shares had cost. */
    realized_gain: z.nullable(dollars),
    realized_gain_percent: z.nullable(percent),
  }),
  /** That the portfolio of the order has now, also where the trade was made by an earlier request. */
  cash_balance: dollars,
})

export const orderCalls = {
  buy: call({
    method: 'POST',
    path: '/api/buy',
    summary:
      "Buys shares at the server's ask of this moment. `Idempotency-Key` (a UUID) makes a retry safe.",
    access: 'signed-in',
    budget: 'trades',
    body: order,
    faults: { quantity: 'invalid_quantity' },
    answer: executed,
  }),

  sell: call({
    method: 'POST',
    path: '/api/sell',
    summary:
      "Sells shares at the server's bid of this moment. `Idempotency-Key` (a UUID) makes a retry safe.",
    access: 'signed-in',
    budget: 'trades',
    body: order,
    faults: { quantity: 'invalid_quantity' },
    answer: executed,
  }),
}
