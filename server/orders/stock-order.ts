// The database row of a conditional order, and its form in the API.
import { toDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderKind, OrderLasts, OrderSide } from '@tengrand/core/waiting-order.ts'

import { msOf } from '../clock.ts'
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

/** The columns of `stock_order o`, with the trade that filled it. */
export const orderColumns = `o.id, o.public_id as "publicId", o.portfolio_id as "portfolioId", o.ticker_id as ticker,
  o.side, o.kind, o.quantity, o.price_cents as price, o.lasts, ${msOf('o.placed_at')} as "placedAt",
  ${msOf('o.expires_at')} as "expiresAt", o.state, ${msOf('o.closed_at')} as "closedAt", o.reason, (
    select json_build_object('price', price_cents, 'at', ${msOf('at')}) from trade where order_id = o.id
  ) as filled`

export type OrderRow = Omit<StockOrder, 'ticker'> & { readonly ticker: number }

export const orderOf = (row: OrderRow): StockOrder => ({ ...row, ticker: tickerOf(row.ticker) })

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
