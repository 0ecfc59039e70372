// The database row of a conditional order, and its form in the API.
import { cents, toDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderKind, OrderLasts, OrderSide } from '@tengrand/core/waiting-order.ts'

import type { CancelReason } from '../ledger/order-end.ts'
import { tickerOf } from '../market/ticker-id.ts'

export interface StockOrder {
  readonly id: number
  readonly publicId: string
  readonly portfolioId: number
  readonly ticker: Ticker
  readonly side: OrderSide
  readonly kind: OrderKind
  readonly quantity: number
  readonly price: Cents
  readonly lasts: OrderLasts
  readonly placedAt: number
  readonly expiresAt: number
  readonly state: 'open' | 'filled' | 'cancelled' | 'expired'
  readonly closedAt: number | null
  readonly reason: CancelReason | null
  readonly filled: { readonly price: Cents; readonly at: number } | null
}

/** The columns of `stock_order o`, with those of the trade that filled it. */
export const orderColumns = `o.id, o.public_id as "publicId", o.portfolio_id as "portfolioId", o.ticker_id as ticker,
  o.side, o.kind, o.quantity, o.price_cents as price, o.lasts, o.placed_at as "placedAt", o.expires_at as "expiresAt",
  o.state, o.closed_at as "closedAt", o.reason,
  (select price_cents from trade where order_id = o.id) as "fillPrice",
  (select at from trade where order_id = o.id) as "filledAt"`

export type OrderRow = Omit<StockOrder, 'filled' | keyof RawColumns> & RawColumns

/** Columns whose type in the database differs. */
interface RawColumns {
  readonly ticker: number
  readonly price: number
  readonly placedAt: Date
  readonly expiresAt: Date
  readonly closedAt: Date | null
  readonly fillPrice: number | null
  readonly filledAt: Date | null
}

export const orderOf = ({ fillPrice, filledAt, ...row }: OrderRow): StockOrder => ({
  ...row,
  ticker: tickerOf(row.ticker),
  price: cents(row.price),
  placedAt: row.placedAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
  closedAt: row.closedAt?.getTime() ?? null,
  filled:
    fillPrice === null || filledAt === null
      ? null
      : { price: cents(fillPrice), at: filledAt.getTime() },
})

const timeOf = (at: number): string => new Date(at).toISOString()

/** For the API, and for the export of the account's data. */
export const orderOnWire = (order: StockOrder) => ({
  id: order.publicId,
  ticker: order.ticker,
  type: order.side,
  kind: order.kind,
  quantity: order.quantity,
  price: toDollars(order.price),
  lasts: order.lasts,
  state: order.state,
  placed_at: timeOf(order.placedAt),
  expires_at: timeOf(order.expiresAt),
  closed_at: order.closedAt === null ? null : timeOf(order.closedAt),
  reason: order.reason,
  filled: order.filled && { price: toDollars(order.filled.price), at: timeOf(order.filled.at) },
})
