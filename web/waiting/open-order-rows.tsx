// The rows of the open orders, each with its distance from the live price and a button that cancels it.
import { fromDollars } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { Link } from '../link.tsx'
import { useQuote } from '../quotes/use-quote.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useCancel, type WaitingOrder } from './orders.ts'
import { distanceWords, heldWords, orderWords, timeWords } from './words.ts'

export function OpenOrderRows({ orders }: { orders: readonly WaitingOrder[] }) {
  const { mutate, isPending, variables } = useCancel()
  const [said, setSaid] = useState<Said | null>(null)
  const cancel = (order: WaitingOrder): void => {
    if (isPending) return
    mutate(order.id, {
      onSuccess: () => setSaid({ tone: 'success', words: cancelledWords(order) }),
      onError: (error) => setSaid({ tone: 'error', words: error.message }),
    })
    // The row will be gone, and its button with the focus.
    document.getElementById('open-orders')?.focus()
  }
  return (
    <>
      {said && <Notice tone={said.tone}>{said.words}</Notice>}
      <ul className="-mb-2">
        {orders.map((order) => (
          <Row
            key={order.id}
            order={order}
            isLeaving={isPending && variables === order.id}
            onCancel={() => cancel(order)}
          />
        ))}
      </ul>
    </>
  )
}

interface Said {
  readonly tone: 'success' | 'error'
  readonly words: string
}

const cancelledWords = ({ type, quantity, price, ticker }: WaitingOrder): string =>
  `Order cancelled. ${heldWords(type, quantity, fromDollars(price))} free again${type === 'SELL' ? ` in ${ticker}` : ''}.`

interface RowProps {
  readonly order: WaitingOrder
  readonly isLeaving: boolean
  readonly onCancel: () => void
}

function Row({ order, isLeaving, onCancel }: RowProps) {
  const { ticker, expires_at } = order
  const quote = useQuote(isTicker(ticker) ? ticker : null)
  const words = orderWords(order)
  return (
    <li className="flex items-center gap-x-3 border-t border-line py-1.5 tabular-nums first:border-t-0">
      <div className="min-w-0 flex-1">
        <p>
          <Link to={`/stock/${ticker}`} className="font-semibold hover:text-accent hover:underline">
            {ticker}
          </Link>{' '}
          {words}
        </p>
        <p className="text-12 text-muted">
          {quote && <>{distanceWords(order, quote)} · </>}
          until {timeWords(expires_at)}
        </p>
      </div>
      <Button
        kind="secondary"
        className="min-h-10 px-3 text-14"
        aria-label={`Cancel: ${words} of ${ticker}`}
        aria-disabled={isLeaving}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </li>
  )
}
