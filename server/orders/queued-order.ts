// The types of orders in the queue and of their outcomes, and the refusals that have only a code.
import type { Trade } from '@tengrand/core/ledger.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { ConditionalOrder, MarketOrder, OrderRefusal } from '@tengrand/core/order.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderLasts } from '@tengrand/core/waiting-order.ts'

import type { EntryText } from '../journal/store.ts'
import type { PortfolioRef } from '../ledger/portfolios.ts'
import type { StockOrder } from './stock-order.ts'

export interface Sent extends PortfolioRef {
  /** From the client, or generated for it: an order is executed once per key, including retries. */
  readonly key: string
  readonly arrivedAt: number
  /** For the journal. */
  readonly entry?: EntryText
}

/** An order that is executed now or refused. */
export type MarketOrderRequest = MarketOrder & Sent

/** An order that waits until its condition is met. */
export type ConditionalOrderRequest = ConditionalOrder & Sent & { readonly lasts: OrderLasts }

export type SentOrder = MarketOrderRequest | ConditionalOrderRequest

/** A waiting order that a price seems to have reached. */
export interface TriggeredOrder extends PortfolioRef {
  readonly orderId: number
  readonly ticker: Ticker
  /** The time at which it was added to the queue. */
  readonly arrivedAt: number
}

export type QueuedOrder = SentOrder | TriggeredOrder

export const isTriggered = (order: QueuedOrder): order is TriggeredOrder => 'orderId' in order

export const isConditional = (order: QueuedOrder): order is ConditionalOrderRequest =>
  'condition' in order && order.condition !== undefined

export const isMarketOrder = (order: QueuedOrder): order is MarketOrderRequest =>
  !isTriggered(order) && !isConditional(order)

export interface Executed {
  readonly trade: Trade
  /** The current cash of the order's portfolio. */
  readonly cash: Cents
}

/** The refusals without details. */
type RefusalCode =
  | 'unknown_portfolio'
  | 'portfolio_closed'
  | 'contest_not_begun'
  | 'contest_over'
  | 'order_kind_not_allowed'
  | 'key_reused'
  | 'busy'
  | 'unavailable'
  | 'unauthorized'
  | 'order_closed'
  | 'account_locked'
  | 'too_many_orders'
  | 'market_paused'
  | 'too_late'

export interface Refused {
  readonly refusal: OrderRefusal | { readonly code: RefusalCode }
}

/** The outcome of a conditional order is the order in its current state: open, or already closed. */
export type Outcome = Executed | { readonly order: StockOrder } | Refused

export const refused = (code: RefusalCode) => ({ refusal: { code } })
