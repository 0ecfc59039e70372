// The quantity of an order: whole shares, read from the number or the dollars that are typed.
import {
  cents,
  formatMoney,
  formatShares,
  fromDollars,
  times,
  type Cents,
} from '@tengrand/core/money.ts'
import { isQuantity } from '@tengrand/core/order.ts'

import type { BuyingPower, OrderDraft } from './buying-power.ts'

export interface TypedQuantity {
  readonly unit: 'shares' | 'dollars'
  readonly typed: string
}

/** As many whole shares as the dollars pay for at the price. Not a quantity for text that is not a number. */
export function quantityOf({ unit, typed }: TypedQuantity, price: Cents): number {
  if (unit === 'shares') return Number(typed)
  const amount = amountOf(typed) ?? NaN
  return (amount - (amount % price)) / price
}

/** Null for text that is not an amount. A comma before one or two last digits is a decimal point. */
function amountOf(typed: string): Cents | null {
  const [, whole, part] =
    /^\s*\$?\s*(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:[.,](\d{0,2}))?\s*$/.exec(typed) ?? []
  return whole === undefined ? null : fromDollars(`${whole.replaceAll(',', '')}.${part || 0}`)
}

/** '$500 buys 2 shares for $412.30.' Null for shares, and for what is not an amount of at least one share. */
export function conversionWords(
  side: OrderDraft['side'],
  { unit, typed }: TypedQuantity,
  price: Cents,
): string | null {
  const quantity = quantityOf({ unit, typed }, price)
  const amount = amountOf(typed)
  if (unit === 'shares' || amount === null) return null
  const dollars = formatMoney(amount).replace('.00', '')
  if (quantity === 0) return `${dollars} is less than one share.`
  if (!isQuantity(quantity)) return null
  return `${dollars} ${side}s ${formatShares(quantity)} for ${formatMoney(times(price, quantity))}.`
}

/** Half of what an order can use. */
export const halfOf = (power: BuyingPower): BuyingPower => ({
  ...power,
  cash: cents(Math.floor(power.cash / 2)),
  shares: Math.floor(power.shares / 2),
})
