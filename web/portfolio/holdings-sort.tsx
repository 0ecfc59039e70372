// Sorts the holdings: the order, the column heads that choose it, and on a phone, which has no heads, a select.
import { memo } from 'react'

import type { Holding } from './queries.ts'
import { type Term, ExplainedBeside } from '../ui/glossary.tsx'
import { Triangle } from '../ui/icons.tsx'
import { orderBy, turned, type Order } from '../ui/order.ts'
import { Select } from '../ui/select.tsx'

type Column = keyof Holding

type ColumnOrder = Order<Column>

/** Sorts by ticker, because by value two rows could swap again and again with the prices. */
export const firstOrder: ColumnOrder = { by: 'ticker', direction: 'ascending' }

/** Numbers begin with the largest, names with A. */
const chosen = (by: Column, before: ColumnOrder): ColumnOrder =>
  orderBy({ by, direction: by === 'ticker' ? 'ascending' : 'descending' }, before)

export function inOrder(holdings: readonly Holding[], { by, direction }: ColumnOrder): Holding[] {
  const sign = direction === 'ascending' ? 1 : -1
  return holdings.toSorted((a, b) => sign * compare(a[by], b[by]) || compare(a.ticker, b.ticker))
}

function compare(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

const columns: readonly { readonly of: Column; readonly name: string; readonly term?: Term }[] = [
  { of: 'ticker', name: 'Ticker' },
  { of: 'quantity', name: 'Quantity' },
  { of: 'avg_price', name: 'Avg. Price', term: 'average price' },
  { of: 'current_price', name: 'Current Price' },
  { of: 'market_value', name: 'Market Value', term: 'market value' },
  { of: 'gain_loss', name: 'Gain/Loss' },
  { of: 'gain_loss_percent', name: '%' },
]

/** A closed chapter has no current price. */
const nameOf = ({ of, name }: (typeof columns)[number], isClosed: boolean): string =>
  of === 'current_price' && isClosed ? 'Closing Price' : name

interface SortProps {
  readonly isClosed: boolean
  readonly order: ColumnOrder
  readonly onChange: (order: ColumnOrder) => void
}

/** Memoized, as the other parts below, so that price changes do not render it again. */
export const HoldingsHead = memo(({ isClosed, order, onChange }: SortProps) => (
  <thead className="max-md:hidden">
    <tr>
      {columns.map(({ of, name, term }) => (
        <th
          key={of}
          scope="col"
          aria-label={nameOf({ of, name }, isClosed)}
          aria-sort={of === order.by ? order.direction : undefined}
          className="pb-1.5 pl-3 text-right text-12 font-medium text-muted first:pl-6 first:text-left last:pr-6"
        >
          <button
            type="button"
            onClick={() => onChange(chosen(of, order))}
            className={`group inline-flex min-h-8 items-center gap-1 rounded-sm whitespace-nowrap hover:text-ink ${of === 'ticker' ? '' : 'flex-row-reverse'}`}
          >
            {nameOf({ of, name }, isClosed)}
            <Mark direction={of === order.by ? order.direction : null} />
          </button>
          {term && <ExplainedBeside term={term} />}
        </th>
      ))}
    </tr>
  </thead>
))

/** Takes its room in every column, so that choosing one moves nothing. */
function Mark({ direction }: { direction: ColumnOrder['direction'] | null }) {
  const look = direction === null ? 'opacity-0 group-hover:opacity-60' : 'text-ink'
  return (
    <span className={look}>
      <Triangle up={direction === 'ascending'} />
    </span>
  )
}

export const HoldingsSort = memo(({ isClosed, order, onChange }: SortProps) => {
  const term = columns.find(({ of }) => of === order.by)?.term
  const choose = (name: string): void => {
    const column = columns.find(({ of }) => of === name)
    if (column) onChange(chosen(column.of, order))
  }
  return (
    <div className="mb-3 flex items-center gap-2 px-5 md:hidden">
      <div className="min-w-0 flex-1">
        <Select label="Sort by" value={order.by} onChange={choose}>
          {columns.map(({ of, name }) => (
            <option key={of} value={of}>
              {name === '%' ? 'Gain/Loss %' : nameOf({ of, name }, isClosed)}
            </option>
          ))}
        </Select>
      </div>
      {term && <ExplainedBeside term={term} />}
      <button
        type="button"
        aria-label={
          order.direction === 'ascending' ? 'Show the largest first' : 'Show the smallest first'
        }
        onClick={() => onChange(turned(order))}
        className="flex size-10 items-center justify-center rounded-control border border-control text-muted"
      >
        <Triangle up={order.direction === 'ascending'} />
      </button>
    </div>
  )
})
