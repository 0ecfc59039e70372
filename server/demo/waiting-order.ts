// An order of the demo world that waits or has waited, and what one is made from.
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
  /** The place of the trade that it became, among those of its chapter. */
  readonly fills: number | null
}

export interface Sort {
  readonly side: OrderSide
  readonly kind: OrderKind
}

export const limitBuy: Sort = { side: 'BUY', kind: 'limit' }
export const limitSell: Sort = { side: 'SELL', kind: 'limit' }
export const stopSell: Sort = { side: 'SELL', kind: 'stop' }

/** What somebody's orders follow from. */
export interface Life {
  readonly past: Past
  readonly year: Year
  readonly chance: Chance
}

interface Placing extends Sort {
  readonly ticker: Ticker
  readonly quantity: number
  readonly price: Cents
  readonly placedAt: number
  readonly lasts?: OrderLasts
}

/** As it is while it waits. */
export function placing(
  { past, chance }: Pick<Life, 'past' | 'chance'>,
  { lasts = chance.oneOf(['day', 'gtc']), placedAt, ...wish }: Placing,
): WaitingOrder {
  return {
    ...wish,
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
