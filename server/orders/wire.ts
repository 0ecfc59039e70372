// A waiting order as the API and the file with one's own data write it.
import { toDollars } from '@tengrand/core/money.ts'

import type { StockOrder } from './stock-order.ts'

const timeOf = (at: number): string => new Date(at).toISOString()

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
