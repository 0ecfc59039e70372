// Parts of a drawn transaction that the table and the list of one stock share: type, shares, total, time, realized gain.
import { formatMoney, formatQuantity, fromDollars, times } from '@tengrand/core/money.ts'

import { Gain } from '../ui/money.tsx'
import type { Transaction } from './queries.ts'

export function TypeBadge({ type }: Pick<Transaction, 'type'>) {
  return (
    <span
      className={`inline-block rounded-sm px-1.5 text-11 font-semibold tracking-wide ${typeLooks[type] ?? 'bg-loss-soft text-loss'}`}
    >
      {type}
    </span>
  )
}

const typeLooks: Readonly<Record<string, string>> = {
  BUY: 'bg-gain-soft text-gain',
  SPLIT: 'bg-sunken text-muted',
}

/** The realized gain, below the total of a sale. */
export function Realized({ gain, className = '' }: { gain: number | null; className?: string }) {
  if (gain === null) return null
  return (
    <span className={`block text-12 font-normal text-muted ${className}`}>
      <Gain amount={fromDollars(gain)} /> realized
    </span>
  )
}

/** A split has no price: it brings shares, and cash for the rest of one. */
export function amountsOf({ type, quantity, price, cash = 0 }: Transaction) {
  const each = fromDollars(price)
  const count = formatQuantity(quantity)
  return type === 'SPLIT'
    ? {
        shares: quantity > 0 ? `+${count}` : count,
        price: null,
        total: formatMoney(fromDollars(cash)),
      }
    : { shares: count, price: formatMoney(each), total: formatMoney(times(each, quantity)) }
}

/** Formats times in the time zone of the browser and the language of the pages. */
export const dateAndTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
})
