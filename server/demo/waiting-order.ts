// A conditional order of the demo world, and the function that creates one.
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import {
  expiryOf,
  type OrderKind,
  type OrderLasts,
  type OrderSide,
} from '@tengrand/core/waiting-order.ts'

import type { StockOrder } from '../orders/stock-order.ts'
import type { Chance } from './chance.ts'
import type { Past } from './past.ts'
import type { Year } from './year.ts'

export interface WaitingOrder extends Omit<StockOrder, 'id' | 'portfolioId'> {
  readonly key: string
  /** The index of the trade in the chapter that filled it. */
  readonly fills: number | null
}

export interface OrderType {
  readonly side: OrderSide
  readonly kind: OrderKind
}

export const limitBuy: OrderType = { side: 'BUY', kind: 'limit' }
export const limitSell: OrderType = { side: 'SELL', kind: 'limit' }
export const stopSell: OrderType = { side: 'SELL', kind: 'stop' }

/** The input for the orders of one person. */
export interface Life {
  readonly past: Past
  readonly year: Year
  readonly chance: Chance
}

interface Placing extends OrderType {
  readonly ticker: Ticker
  readonly quantity: number
  readonly price: Cents
  readonly placedAt: number
  readonly lasts?: OrderLasts
}

/** An open order. */
export function placing(
  { past, chance }: Pick<Life, 'past' | 'chance'>,
  { lasts = chance.oneOf(['day', 'gtc']), placedAt, ...order }: Placing,
): WaitingOrder {
  return {
    ...order,
    lasts,
    placedAt,
    publicId: chance.uuid(),
    key: chance.uuid(),
    expiresAt: expiryOf(lasts, placedAt, past.hours),
    state: 'open',
    closedAt: null,
    reason: null,
    filled: null,
    fills: null,
  }
}
