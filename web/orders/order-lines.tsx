// The open orders of a stock on its chart: thin lines with what each does, where they lie inside the axis.
import { formatQuantity, fromDollars, formatMoney } from '@tengrand/core/money.ts'

import type { Scale } from '../ui/line-chart-scale.ts'
import type { WaitingOrder } from './queries.ts'

interface OrderLinesProps {
  /** Of one stock. */
  readonly orders: readonly WaitingOrder[]
  readonly scale: Scale
}

/** Hidden from screen readers, because the list says the same. */
export function OrderLines({ orders, scale }: OrderLinesProps) {
  const inside = orders.filter(({ price }) => scale.has(fromDollars(price)))
  return placed(inside, scale).map(({ order, y, column }) => (
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
          {lineWords(order)}
        </span>
      )}
    </div>
  ))
}

const lineWords = ({ type, kind, quantity, price }: WaitingOrder): string =>
  `${kind === 'stop' ? 'Stop' : type === 'BUY' ? 'Buy' : 'Sell'} ${formatQuantity(quantity)} · ${formatMoney(fromDollars(price))}`

/** As wide as most words are, and as many as there is room for. */
const columnRem = 7
const columnsMax = 4
const columnsOnPhone = 2
/** As a part of the height of the chart: what the words need. */
const wordsHeight = 0.08

/**
 * Words that would lie on others stand beside them; where there is no room either, the list has to do. Those of a stop come
 * first, because it is what protects.
 */
function placed(orders: readonly WaitingOrder[], { y }: Scale) {
  const taken = Array.from({ length: columnsMax }, (): number[] => [])
  return orders
    .toSorted((one, other) => rank(one) - rank(other) || other.price - one.price)
    .map((order) => {
      const at = y(fromDollars(order.price))
      const isFree = (others: readonly number[]): boolean =>
        others.every((other) => Math.abs(at - other) >= wordsHeight)
      const column = taken.findIndex(isFree)
      taken[column]?.push(at)
      return { order, y: at, column }
    })
}

const rank = ({ kind }: WaitingOrder): number => (kind === 'stop' ? 0 : 1)
