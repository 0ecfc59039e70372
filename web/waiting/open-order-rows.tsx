// The rows of the open orders, each with its distance from the live price and a button that cancels it.
import { isTicker } from '@tengrand/core/tickers.ts'

import { Link } from '../link.tsx'
import { useQuote } from '../quotes/use-quote.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { WaitingOrder } from './orders.ts'
import type { Cancelling } from './use-cancelling.ts'
import { distanceWords, orderWords, timeWords } from './words.ts'

interface OpenOrderRowsProps {
  readonly orders: readonly WaitingOrder[]
  readonly cancelling: Cancelling
  /** On the page of a stock, every row is about it. */
  readonly isOfOneStock?: boolean
}

export function OpenOrderRows({ orders, cancelling, isOfOneStock = false }: OpenOrderRowsProps) {
  const { cancel, leaving, said } = cancelling
  return (
    <>
      {said && <Notice tone={said.tone}>{said.words}</Notice>}
      <ul>
        {orders.map((order) => (
          <Row
            key={order.id}
            order={order}
            isNamed={!isOfOneStock}
            isLeaving={leaving === order.id}
            onCancel={() => cancel(order)}
          />
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  readonly order: WaitingOrder
  readonly isNamed: boolean
  readonly isLeaving: boolean
  readonly onCancel: () => void
}

function Row({ order, isNamed, isLeaving, onCancel }: RowProps) {
  const { ticker, expires_at } = order
  const quote = useQuote(isTicker(ticker) ? ticker : null)
  const words = orderWords(order)
  return (
    <li className="flex items-center gap-x-3 border-t border-line py-2 tabular-nums first:border-t-0">
      <div className="min-w-0 flex-1">
        <p>
          {isNamed && (
            <Link
              to={`/stock/${ticker}`}
              className="font-semibold hover:text-accent hover:underline"
            >
              {ticker}
            </Link>
          )}{' '}
          {words}
        </p>
        <p className="flex flex-wrap gap-x-3 text-12 text-muted">
          {quote && <span>{distanceWords(order, quote)}</span>}
          <span>until {timeWords(expires_at)}</span>
        </p>
      </div>
      <Button
        kind="secondary"
        className="px-3! text-14!"
        aria-label={`Cancel: ${words} of ${ticker}`}
        aria-disabled={isLeaving}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </li>
  )
}
