// The types of orders in the queue and of their outcomes, and the refusals of an order that have only a code.
import type { Trade } from '@tengrand/core/ledger.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { ConditionalOrder, MarketOrder, OrderRefusal } from '@tengrand/core/order.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderLasts } from '@tengrand/core/waiting-order.ts'

import type { PortfolioRef } from '../ledger/portfolios.ts'
import type { StockOrder } from './stock-order.ts'

interface Sent extends PortfolioRef {
  /** Chosen by the client, or made up for it: by its key an order is executed once, whatever happens on the way. */
  readonly key: string
  readonly arrivedAt: number
}

/** To be executed now or not at all. */
export type MarketOrderRequest = MarketOrder & Sent

/** To be executed on a condition; until that is met, it waits. */
export type ConditionalOrderRequest = ConditionalOrder & Sent & { readonly lasts: OrderLasts }

export type SentOrder = MarketOrderRequest | ConditionalOrderRequest

/** One that waits, and that a price seems to have reached. */
export interface TriggeredOrder extends PortfolioRef {
  readonly orderId: number
  readonly ticker: Ticker
  /** When it came to the queue. */
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
  /** What the portfolio of the order has now. */
  readonly cash: Cents
}

/** The refusals that say nothing but their code. */
type RefusalCode =
  | 'unknown_portfolio'
  | 'portfolio_closed'
  | 'key_reused'
  | 'busy'
  | 'unavailable'
  | 'unauthorized'
  | 'order_closed'
  | 'account_locked'
  | 'too_many_orders'

/** Of an order with a condition, the order as it stands: open, or closed by now. */
export type Outcome =
  | Executed
  | { readonly order: StockOrder }
  | { readonly refusal: OrderRefusal | { readonly code: RefusalCode } }

export const refused = (code: RefusalCode): Outcome => ({ refusal: { code } })
