// Draws the open orders of a stock as labeled lines on its chart; those outside of the axis are left out.
import { formatQuantity, fromDollars, formatMoney } from '@tengrand/core/money.ts'

import type { Scale } from '../ui/line-chart-scale.ts'
import type { Order } from './queries.ts'

interface OrderLinesProps {
  /** The open orders of the stock. */
  readonly orders: readonly Order[]
  readonly scale: Scale
}

/** Hidden from screen readers, because the list has the same text. */
export default function OrderLines({ orders, scale }: OrderLinesProps) {
  return layOut(orders, scale).map(({ order, y, column }) => (
    <div
      key={order.id}
      aria-hidden="true"
      className={`pointer-events-none absolute inset-x-0 border-accent/70 ${order.kind === 'stop' ? 'border-t-2 border-dotted' : 'border-t border-dashed'}`}
      style={{ top: `${y * 100}%` }}
    >
      {column >= 0 && (
        <span
          className={`absolute bottom-0 rounded-t-sm bg-surface/85 px-1 text-11 whitespace-nowrap text-accent tabular-nums ${column < columnsOnPhone ? '' : 'max-md:hidden'}`}
          style={{ left: `${column * columnRem}rem` }}
        >
          {labelOf(order)}
        </span>
      )}
    </div>
  ))
}

const labelOf = ({ type, kind, quantity, price }: Order): string =>
  `${kind === 'stop' ? 'Stop' : type === 'BUY' ? 'Buy' : 'Sell'} ${formatQuantity(quantity)} · ${formatMoney(fromDollars(price))}`

/** The labels stand in columns, each as wide as most labels. */
const columnRem = 7
const columnsMax = 4
const columnsOnPhone = 2
/** The height of a label, as a fraction of the height of the chart. */
const labelHeight = 0.08

/**
 * A label that would overlap others moves to the next column; without a free column (-1) it is left out. Stops get their labels
 * first, because they limit a loss.
 */
function layOut(orders: readonly Order[], { y, has }: Scale) {
  const taken = Array.from({ length: columnsMax }, (): number[] => [])
  return orders
    .filter(({ price }) => has(fromDollars(price)))
    .toSorted((one, other) => rank(one) - rank(other) || other.price - one.price)
    .map((order) => {
      const at = y(fromDollars(order.price))
      const isFree = (others: readonly number[]): boolean =>
        others.every((other) => Math.abs(at - other) >= labelHeight)
      const column = taken.findIndex(isFree)
      taken[column]?.push(at)
      return { order, y: at, column }
    })
}

const rank = ({ kind }: Order): number => (kind === 'stop' ? 0 : 1)
