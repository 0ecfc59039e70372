// The calls of orders: buy and sell now, and place, list and cancel orders that wait for their price.
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import { quantityMax } from '@tengrand/core/order.ts'
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dollars, limitUpTo, percent, portfolioId, timestamp } from './wire.ts'

/** Strict: who sends a field that is not known here wants something that this order would not do. */
export const marketOrder = z.strictObject({
  ticker: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  quantity: z.int().check(z.minimum(1), z.maximum(quantityMax)),
  /** What the learner saw: a guard, never what is paid. */
  price: z
    .number('a number of dollars, at least 0.01')
    .check(z.minimum(0.01), z.maximum(10_000_000, 'at most 10,000,000')),
  portfolio: portfolioId,
})

export const trade = z.object({
  type: z.enum(['BUY', 'SELL']),
  ticker: z.string(),
  quantity: z.number(),
  price: dollars,
  total: dollars,
  /** Of a sale, what it brought less what the shares had cost. */
  realized_gain: z.nullable(dollars),
  realized_gain_percent: z.nullable(percent),
})

export const tradeReceipt = z.object({
  message: z.string(),
  error: z.nullable(z.string()),
  trade,
  /** That the portfolio of the order has now, also where the trade was made by an earlier request. */
  cash_balance: dollars,
})

/** The refusals of every order. */
const orderRefusals = ['portfolio_closed', 'no_price', 'price_stale', 'key_reused', 'busy'] as const

export const buy = call({
  method: 'POST',
  path: '/api/buy',
  summary:
    "Buys shares at the server's ask of this moment. `Idempotency-Key` (a UUID) makes a retry safe.",
  access: 'signed-in',
  budget: 'trades',
  body: marketOrder,
  headers: ['Idempotency-Key'],
  faults: { quantity: 'invalid_quantity' },
  refusals: [...orderRefusals, 'insufficient_cash', 'price_moved', 'market_closed'],
  answer: tradeReceipt,
})

export const sell = call({
  method: 'POST',
  path: '/api/sell',
  summary:
    "Sells shares at the server's bid of this moment. `Idempotency-Key` (a UUID) makes a retry safe.",
  access: 'signed-in',
  budget: 'trades',
  body: marketOrder,
  headers: ['Idempotency-Key'],
  faults: { quantity: 'invalid_quantity' },
  refusals: [...orderRefusals, 'insufficient_shares', 'price_moved', 'market_closed'],
  answer: tradeReceipt,
})

const side = z.enum(['BUY', 'SELL'])
const kind = z.enum(['limit', 'stop'])
/** Until the end of the session, or for 90 days. */
const lasts = z.enum(['day', 'gtc'])

const priceMax = 1_000_000

/** Checked beside the limits, also of what lies far beyond them. */
const isWholeCents = (amount: number): boolean =>
  amount < 0 || amount > priceMax || toDollars(fromDollars(amount)) === amount

export const conditionalOrder = z.strictObject({
  ticker: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  type: side,
  kind,
  quantity: z.int().check(z.minimum(1), z.maximum(quantityMax)),
  price: z.number('a number of dollars, at least 0.01').check(
    z.minimum(0.01),
    z.maximum(priceMax, 'at most 1,000,000'),
    // An order must not wait for another price than the client wrote.
    z.refine(isWholeCents, 'in whole cents'),
  ),
  lasts,
  portfolio: portfolioId,
})

export const waitingOrder = z.object({
  id: z.string(),
  ticker: z.string(),
  type: side,
  kind,
  quantity: z.number(),
  price: dollars,
  lasts,
  state: z.enum(['open', 'filled', 'cancelled', 'expired']),
  placed_at: timestamp,
  expires_at: timestamp,
  /** Since when it is no longer open. */
  closed_at: z.nullable(timestamp),
  /** Why it was cancelled. */
  reason: z.nullable(z.enum(['learner', 'split', 'chapter_closed', 'account_locked'])),
  filled: z.nullable(z.object({ price: dollars, at: timestamp })),
})

export const placeOrder = call({
  method: 'POST',
  path: '/api/orders',
  summary:
    'Places an order that waits for its price; one whose price is there is executed at once. `Idempotency-Key` (a UUID) makes a retry safe: it answers the order as it stands.',
  access: 'signed-in',
  budget: 'trades',
  body: conditionalOrder,
  headers: ['Idempotency-Key'],
  faults: { quantity: 'invalid_quantity' },
  refusals: [...orderRefusals, 'insufficient_cash', 'insufficient_shares', 'too_many_orders'],
  status: 201,
  answer: waitingOrder,
})

export const orders = call({
  method: 'GET',
  path: '/api/orders',
  summary:
    'Orders, newest first: the open ones, or all, or with `closed_after` those closed since then, by the time of closing. Where there is more, `next` is what `before` takes.',
  access: 'signed-in',
  query: z.object({
    state: z.optional(z.enum(['open', 'all'])),
    /** An ISO timestamp in UTC: orders with `closed_at` at or after it. */
    closed_after: z.optional(z.string().check(z.maxLength(40))),
    ticker: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    before: z.optional(z.string().check(z.maxLength(40))),
    /** Without it, as many as there may be at once. */
    limit: limitUpTo(100),
    portfolio: portfolioId,
  }),
  answer: z.object({ orders: z.array(waitingOrder), next: z.nullable(z.string()) }),
})

export const cancelOrder = call({
  method: 'DELETE',
  path: '/api/orders/:id',
  summary: 'Cancels an order that is open; what it held is free again.',
  access: 'signed-in',
  budget: 'trades',
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  refusals: ['unknown_order', 'order_closed'],
  answer: waitingOrder,
})
