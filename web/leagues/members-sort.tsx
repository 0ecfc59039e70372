// The columns of the owner's table and its order. On a phone the heads stand above the rows as a line of buttons.
import { Triangle } from '../ui/icons.tsx'
import { orderBy, type Order } from '../ui/order.ts'
import type { Member } from './queries.ts'

const names = {
  display_name: 'Name',
  organiser_name: 'Real name',
  last_active: 'Last active',
  trades: 'Trades',
  current_value: 'Value',
  roi_percentage: 'Return',
  largest_percent: 'Largest stock',
} as const

type Column = keyof typeof names

const columns = Object.keys(names) as Column[]
const leftColumns = new Set<Column>(['display_name', 'organiser_name', 'last_active'])

type ColumnOrder = Order<Column>

export const firstOrder: ColumnOrder = { by: 'display_name', direction: 'ascending' }

/** Members without a name for the organiser come last. */
export function inOrder(members: readonly Member[], { by, direction }: ColumnOrder): Member[] {
  const sign = direction === 'ascending' ? 1 : -1
  return members.toSorted((a, b) => {
    const [left, right] = [a[by], b[by]]
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    if (!left || !right) return Number(!left) - Number(!right)
    return sign * inLetters.compare(String(left), String(right))
  })
}

const inLetters = new Intl.Collator('en', { numeric: true })

interface HeadProps {
  readonly order: ColumnOrder
  readonly onChange: (order: ColumnOrder) => void
}

export const MembersHead = ({ order, onChange }: HeadProps) => (
  <thead className="max-md:block">
    <tr className="text-12 text-muted max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3">
      <td className="pr-1 md:hidden">Sort by</td>
      {columns.map((column) => (
        <th
          key={column}
          scope="col"
          aria-sort={column === order.by ? order.direction : undefined}
          className={`pb-1.5 pl-3 nth-2:pl-0 max-md:p-0 ${leftColumns.has(column) ? 'text-left' : 'text-right'}`}
        >
          <button
            type="button"
            onClick={() => onChange(orderBy({ by: column, direction: 'ascending' }, order))}
            className="inline-flex min-h-8 items-center gap-1 rounded-sm font-medium whitespace-nowrap hover:text-ink max-md:min-h-10"
          >
            {names[column]}
            {column === order.by && <Triangle up={order.direction === 'ascending'} />}
          </button>
        </th>
      ))}
      <th scope="col">
        <span className="sr-only">Remove</span>
      </th>
    </tr>
  </thead>
)
