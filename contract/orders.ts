// The calls of orders: buy and sell now, and place, list and cancel orders that wait for their price.
import { confidences, noteLengthMax } from '@tengrand/core/journal.ts'
import { fromDollars, toDollars } from '@tengrand/core/money.ts'
import { quantityMax } from '@tengrand/core/order.ts'
import * as z from 'zod/mini'

import { call } from './call.ts'
import { dollars, limitUpTo, percent, portfolioId, timestamp } from './wire.ts'

export const note = z.string().check(z.trim(), z.maxLength(noteLengthMax))

/** How sure the learner is, in percent, that the stock does better than the market; for a sale, worse. */
export const confidence = z.literal([...confidences])

/** The entry in the journal, which no lesson has. An empty note is none. */
const entryFields = { note: z.optional(note), confidence: z.optional(confidence) }

/** Strict: an unknown field means that the client expects behavior that this order does not have. */
export const marketOrder = z.strictObject({
  ticker: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  quantity: z.int().check(z.minimum(1), z.maximum(quantityMax)),
  /**
   * The price that the learner saw: a limit for `price_moved`, never the price paid. Required, except in a lesson, where
   * an order fills at the next price.
   */
  price: z.optional(
    z
      .number('a number of dollars, at least 0.01')
      .check(z.minimum(0.01), z.maximum(10_000_000, 'at most 10,000,000')),
  ),
  portfolio: portfolioId,
  /** In a lesson: the tick that the learner saw. An order that is more than five ticks late is refused. */
  tick: z.optional(z.int().check(z.minimum(0))),
  ...entryFields,
})

export const trade = z.object({
  type: z.enum(['BUY', 'SELL']),
  ticker: z.string(),
  /** In a lesson it can be less than the order's, where the cash or the shares did not cover that. */
  quantity: z.number(),
  price: dollars,
  total: dollars,
  /** The proceeds of a sale minus the cost of its shares. */
  realized_gain: z.nullable(dollars),
  realized_gain_percent: z.nullable(percent),
})

export const tradeReceipt = z.object({
  message: z.string(),
  error: z.nullable(z.string()),
  trade,
  /** The current cash of the order's portfolio, also when a retry answers an earlier trade. */
  cash_balance: dollars,
  /** In a lesson: the shares of the stock that the portfolio has now. */
  shares: z.optional(z.number()),
})

/** The refusals of every order. */
const orderRefusals = [
  'portfolio_closed',
  'contest_not_begun',
  'contest_over',
  'no_price',
  'price_stale',
  'key_reused',
  'busy',
] as const

const orderCall = {
  method: 'POST',
  access: 'signed-in',
  budget: 'trades',
  headers: ['Idempotency-Key'],
  faults: { quantity: 'invalid_quantity' },
} as const

const marketOrderRefusals = [
  ...orderRefusals,
  'price_moved',
  'market_closed',
  // Of lessons.
  'market_paused',
  'too_late',
] as const

const marketOrderCall = { ...orderCall, body: marketOrder, answer: tradeReceipt } as const

export const buy = call({
  ...marketOrderCall,
  path: '/api/buy',
  refusals: [...marketOrderRefusals, 'insufficient_cash'],
})

export const sell = call({
  ...marketOrderCall,
  path: '/api/sell',
  refusals: [...marketOrderRefusals, 'insufficient_shares'],
})

const side = z.enum(['BUY', 'SELL'])
const kind = z.enum(['limit', 'stop'])
/** How long an order stays open: until the end of the session, or for 90 days. */
const lasts = z.enum(['day', 'gtc'])

const priceMax = 1_000_000

/** True outside the limits, which have their own messages. */
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
    // Rounding the price would make the order wait for a price that the client did not send.
    z.refine(isWholeCents, 'in whole cents'),
  ),
  lasts,
  portfolio: portfolioId,
  ...entryFields,
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
  /** When it was filled, cancelled or expired. */
  closed_at: z.nullable(timestamp),
  /** Why it was cancelled. */
  reason: z.nullable(
    z.enum(['learner', 'split', 'chapter_closed', 'account_locked', 'contest_over', 'league_left']),
  ),
  filled: z.nullable(z.object({ price: dollars, at: timestamp })),
})

export const placeOrder = call({
  ...orderCall,
  path: '/api/orders',
  body: conditionalOrder,
  refusals: [
    ...orderRefusals,
    'order_kind_not_allowed',
    'insufficient_cash',
    'insufficient_shares',
    'too_many_orders',
  ],
  status: 201,
  answer: waitingOrder,
})

export const orders = call({
  method: 'GET',
  path: '/api/orders',
  access: 'signed-in',
  query: z.object({
    state: z.optional(z.enum(['open', 'all'])),
    /** An ISO timestamp in UTC; selects orders with `closed_at` at or after it. */
    closed_after: z.optional(z.string().check(z.maxLength(40))),
    ticker: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
    before: z.optional(z.string().check(z.maxLength(40))),
    /** Default: the maximum. */
    limit: limitUpTo(100),
    portfolio: portfolioId,
  }),
  answer: z.object({ orders: z.array(waitingOrder), next: z.nullable(z.string()) }),
})

export const cancelOrder = call({
  method: 'DELETE',
  path: '/api/orders/:id',
  access: 'signed-in',
  budget: 'trades',
  params: z.object({ id: z.string().check(z.maxLength(40)) }),
  refusals: ['unknown_order', 'order_closed'],
  answer: waitingOrder,
})
