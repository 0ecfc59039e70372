// The open orders of a stock on its chart: thin lines with what each does, where they lie inside the axis.
import { formatQuantity, fromDollars, formatMoney } from '@tengrand/core/money.ts'

import type { Scale } from '../ui/line-chart-scale.ts'
import { useOpenOrders } from './orders.ts'

interface OrderLinesProps {
  readonly ticker: string
  readonly scale: Scale
}

/** Hidden from screen readers, because the list says the same. */
export function OrderLines({ ticker, scale }: OrderLinesProps) {
  const orders = useOpenOrders().data?.orders ?? []
  return orders
    .filter((order) => order.ticker === ticker && scale.has(fromDollars(order.price)))
    .map(({ id, type, kind, quantity, price }) => (
      <div
        key={id}
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-0 border-t border-dashed border-accent/70"
        style={{ top: `${scale.y(fromDollars(price)) * 100}%` }}
      >
        <span className="absolute bottom-0 left-0 rounded-t-sm bg-surface/85 px-1 text-11 whitespace-nowrap text-accent tabular-nums">
          {kind === 'stop' ? 'Stop' : type === 'BUY' ? 'Buy' : 'Sell'} {formatQuantity(quantity)} ·{' '}
          {formatMoney(fromDollars(price))}
        </span>
      </div>
    ))
}
