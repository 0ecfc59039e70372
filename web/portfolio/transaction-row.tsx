// One transaction: a row of the table, two lines on a phone or three, and always of the same height, which is known before it is drawn.
import { formatMoney, formatQuantity, fromDollars, times } from '@tengrand/core/money.ts'
import { memo } from 'react'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { Gain } from '../ui/money.tsx'
import type { Transaction } from './queries.ts'
import { TypeBadge } from './type-badge.tsx'

interface RowProps {
  readonly transaction: Transaction
  /** Which row of the table it is; the head is the first. */
  readonly place: number
}

/** Of the head and of every row; on a phone a row has its own. */
export const columns = 'md:grid-cols-[28%_repeat(4,minmax(0,1fr))_18%]'

export const Row = memo(function Row({ transaction, place }: RowProps) {
  const { timestamp, type, ticker } = transaction
  const paths = usePaths()
  return (
    <div
      role="row"
      aria-rowindex={place}
      className={`relative grid h-(--row) content-center items-center border-t border-line hover:bg-sunken/60 max-md:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-md:gap-x-1 max-md:px-5 ${columns}`}
    >
      <div
        role="cell"
        className="truncate pl-6 text-muted tabular-nums max-md:col-span-2 max-md:row-start-2 max-md:p-0 max-md:text-12"
      >
        <time dateTime={timestamp}>{dateAndTime.format(Date.parse(timestamp))}</time>
      </div>
      <div role="cell" className="max-md:row-start-1 max-md:pl-1">
        <TypeBadge type={type} />
      </div>
      <div role="cell" className="max-md:col-start-1 max-md:row-start-1">
        <Link to={paths.stock(ticker)} className={tickerLink}>
          {ticker}
        </Link>
      </div>
      <Amounts transaction={transaction} />
    </div>
  )
})

function Amounts({ transaction }: { transaction: Transaction }) {
  const { type, quantity, price, cash = 0, realized_gain: gain } = transaction
  const isSplit = type === 'SPLIT'
  return (
    <>
      <div role="cell" className={`${number} max-md:row-start-2 max-md:text-12 max-md:text-muted`}>
        {isSplit && quantity > 0 && '+'}
        {formatQuantity(quantity)}
      </div>
      <div role="cell" className={`${number} max-md:row-start-2 max-md:text-12 max-md:text-muted`}>
        <span className="md:hidden">{isSplit ? ' shares' : ' × '}</span>
        {isSplit ? <span className="max-md:hidden">—</span> : formatMoney(fromDollars(price))}
      </div>
      <div role="cell" className={`${number} pr-6 font-medium max-md:contents`}>
        <span className="block max-md:col-span-2 max-md:col-start-3 max-md:row-start-1">
          {formatMoney(isSplit ? fromDollars(cash) : times(fromDollars(price), quantity))}
        </span>
        <Realized gain={gain} />
      </div>
    </>
  )
}

/** Under the total; on a phone it is the third line of the row. */
function Realized({ gain }: { gain: number | null }) {
  if (gain === null) return null
  return (
    <span className="block text-12 font-normal text-muted max-md:col-span-4 max-md:col-start-1 max-md:row-start-3 max-md:text-right">
      <Gain amount={fromDollars(gain)} /> realized
    </span>
  )
}

const number = 'text-right whitespace-nowrap tabular-nums max-md:p-0'

/** On a phone the whole row leads to the stock: a finger needs the room. */
const tickerLink =
  'rounded-sm font-semibold hover:text-accent hover:underline max-md:after:absolute max-md:after:inset-0'

/** Where the reader is, in the language of the pages. */
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
