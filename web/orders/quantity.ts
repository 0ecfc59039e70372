// The quantity of an order: whole shares, read from the number or the dollars that are typed, and what is wrong with them.
import {
  cents,
  formatMoney,
  formatQuantity,
  formatShares,
  fromDollars,
  times,
  type Cents,
} from '@tengrand/core/money.ts'
import { isQuantity, quantityMax } from '@tengrand/core/order.ts'

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
export function amountOf(typed: string): Cents | null {
  const [, whole, part] =
    /^\s*\$?\s*(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:[.,](\d{0,2}))?\s*$/.exec(typed) ?? []
  return whole === undefined ? null : fromDollars(`${whole.replaceAll(',', '')}.${part || 0}`)
}

/** '$500 buys 2 shares for $412.30.', for a valid quantity. */
export function conversionWords(side: OrderDraft['side'], typed: string, price: Cents): string {
  const quantity = quantityOf({ unit: 'dollars', typed }, price)
  return `${dollarsOf(typed)} ${side}s ${formatShares(quantity)} for ${formatMoney(times(price, quantity))}.`
}

const dollarsOf = (typed: string): string =>
  formatMoney(amountOf(typed) ?? cents(0)).replace('.00', '')

/** What is wrong with a quantity, for every kind of order; null for a right one. A hint, because the server decides. */
export function faultOf(
  { unit, typed }: TypedQuantity,
  draft: OrderDraft,
  ...means: readonly [ticker: string, price: Cents, power: BuyingPower | null]
): string | null {
  if (isQuantity(draft.quantity)) return tooMuchWords(draft, ...means)
  if (unit === 'shares') return `Enter a whole number from 1 to ${formatQuantity(quantityMax)}.`
  return draft.quantity === 0
    ? `${dollarsOf(typed)} is less than one share.`
    : 'Enter an amount in dollars, like 500.'
}

/** Null where the buying power is enough, or not known. */
export function tooMuchWords(
  { side, quantity }: OrderDraft,
  ticker: string,
  price: Cents,
  power: BuyingPower | null,
): string | null {
  if (!power || !isQuantity(quantity)) return null
  const { cash, shares, allCash, allShares } = power
  if (side === 'buy')
    return times(price, quantity) > cash
      ? `You only have ${formatMoney(cash)}${cash < allCash ? ' to spend' : ''}.`
      : null
  if (quantity <= shares) return null
  if (allShares === 0) return `You have no ${ticker} to sell.`
  if (shares === allShares) return `You only have ${formatShares(shares)} of ${ticker}.`
  if (shares === 0) return `Open orders hold your ${formatShares(allShares)} of ${ticker}.`
  return `You can sell ${shares} of your ${formatShares(allShares)}.`
}

/** Half of what an order can use. */
export const halfOf = (power: BuyingPower): BuyingPower => ({
  ...power,
  cash: cents(Math.floor(power.cash / 2)),
  shares: Math.floor(power.shares / 2),
})
