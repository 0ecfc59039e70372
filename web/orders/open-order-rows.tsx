// The rows of the open orders, each with its distance from the live price and a button that cancels it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as orderCalls from '@tengrand/contract/orders.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { useQuote } from '../market/quotes/use-quote.ts'
import { invalidateLearnerQueries, useLearnerOptions } from '../session/learner-query.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { orderColumns } from './order-columns.ts'
import type { WaitingOrder } from './queries.ts'
import { distanceWords, heldWords, orderWords, timeWords } from './words.ts'

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
      {said && (
        <div className="mb-4">
          <Notice tone={said.tone}>{said.words}</Notice>
        </div>
      )}
      <ul className={orderColumns}>
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
  const paths = usePaths()
  const quote = useQuote(isTicker(ticker) ? ticker : null)
  const words = orderWords(order)
  return (
    <li className="flex items-center gap-x-3 border-t border-line py-2 tabular-nums">
      <div className="min-w-0 flex-1">
        <p>
          {isNamed && (
            <Link
              to={paths.stock(ticker)}
              className="font-semibold hover:text-accent hover:underline"
            >
              {ticker}
            </Link>
          )}{' '}
          {words}
        </p>
        <p className="flex-wrap gap-x-3 text-12 text-muted sm:flex">
          {/* Its place is kept before the first price. */}
          <span className="block min-h-4 sm:min-w-28">
            {quote && distanceWords(order, quote)}
          </span>{' '}
          until {timeWords(expires_at)}
        </p>
      </div>
      <Button
        kind="secondary"
        className="min-h-9! border-line! px-3! text-12!"
        aria-label={`Cancel: ${words} of ${ticker}`}
        aria-disabled={isLeaving}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </li>
  )
}

type Cancelling = ReturnType<typeof useCancelling>

/** Apart from the rows, because what came of it outlasts the last of them. */
export function useCancelling() {
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
  return { cancel, leaving: isPending ? variables : null, said }
}

interface Said {
  readonly tone: 'success' | 'error'
  readonly words: string
}

const cancelledWords = ({ type, quantity, price, ticker }: WaitingOrder): string =>
  `Order cancelled. ${heldWords(type, quantity, fromDollars(price))} free again${type === 'SELL' ? ` in ${ticker}` : ''}.`

/** Whether it was cancelled or it was too late: what the learner has is asked for again. */
function useCancel() {
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  return useMutation({
    mutationFn: (id: string) => call(orderCalls.cancelOrder, { params: { id } }),
    onSettled: () => invalidateLearnerQueries(client, uid),
  })
}
