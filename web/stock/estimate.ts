// What an order would come to at the price of its side on the page: help for the learner, never a check.
import { cents, formatMoney, formatQuantity, times, type Cents } from '@tengrand/core/money.ts'
import { isQuantity, quantityMax } from '@tengrand/core/order.ts'

import type { Order } from '../orders.ts'
import type { Means } from './own.ts'

export type Wish = Pick<Order, 'side' | 'quantity'>

interface Estimate {
  readonly total: string | null
  /** The cash that a purchase leaves, or the shares that a sale does. */
  readonly left: string | null
  /** It is more than there is. */
  readonly isTooMuch: boolean
}

export function estimateOf({ side, quantity }: Wish, price: Cents, means: Means | null): Estimate {
  if (!isQuantity(quantity)) return { total: null, left: null, isTooMuch: false }
  const total = times(price, quantity)
  if (means === null) return { total: formatMoney(total), left: null, isTooMuch: false }
  const cash = cents(means.cash - total)
  const shares = means.shares - quantity
  return {
    total: formatMoney(total),
    left: side === 'buy' ? formatMoney(cash) : formatQuantity(shares),
    isTooMuch: (side === 'buy' ? cash : shares) < 0,
  }
}

/** The most that can be bought or sold. */
export function mostOf(side: Wish['side'], price: Cents, { cash, shares }: Means): number {
  const most = side === 'buy' ? (cash - (cash % price)) / price : shares
  return Math.min(most, quantityMax)
}
