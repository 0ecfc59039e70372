// What an order would come to at the price of its side on the page: help for the learner, never a check.
import { cents, formatMoney, formatQuantity, times, type Cents } from '@tengrand/core/money.ts'
import { isQuantity, quantityMax } from '@tengrand/core/order.ts'

import type { Order } from './order-queries.ts'
import type { Means } from './own.ts'

export type Wish = Pick<Order, 'side' | 'quantity'>

export interface Estimate {
  readonly total: string | null
  /** The cash that a purchase leaves, or the shares that a sale does. */
  readonly left: string | null
  /** It is more than there is. */
  readonly isTooMuch: boolean
}

/** Before the learner has touched the form, what it says is no wish, and it is not told that it is too much. */
export function estimateOf(
  { side, quantity }: Wish,
  price: Cents,
  means: Means | null,
  isTouched: boolean,
): Estimate {
  if (!isQuantity(quantity)) return { total: null, left: null, isTooMuch: false }
  const total = times(price, quantity)
  if (means === null) return { total: formatMoney(total), left: null, isTooMuch: false }
  const cash = cents(means.cash - total)
  const shares = means.shares - quantity
  const isTooMuch = (side === 'buy' ? cash : shares) < 0
  if (isTooMuch && !isTouched) return { total: formatMoney(total), left: null, isTooMuch: false }
  return {
    total: formatMoney(total),
    left: side === 'buy' ? formatMoney(cash) : formatQuantity(shares),
    isTooMuch,
  }
}

/** The most that can be bought or sold. */
export function mostOf(side: Wish['side'], price: Cents, { cash, shares }: Means): number {
  const most = side === 'buy' ? (cash - (cash % price)) / price : shares
  return Math.min(most, quantityMax)
}
