// The rows of open orders, each with its distance from the live price and a button that cancels the order.
import { useMutation } from '@tanstack/react-query'
import * as orderCalls from '@tengrand/contract/orders.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { useQuote } from '../market/quotes/use-quote.ts'
import { useIsTrading } from '../portfolio/scope.tsx'
import { useInvalidateLearner } from '../session/learner-query.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { StockLink } from '../portfolio/stock-link.tsx'
import { orderColumns } from './open-orders-frame.tsx'
import type { Order } from './queries.ts'
import { distanceWords, orderWords, reservedWords, timeWords } from './words.ts'

interface OpenOrderRowsProps {
  readonly orders: readonly Order[]
  readonly cancelling: ReturnType<typeof useCancelling>
  /** Whether the rows name their stock, as they do outside of its page. */
  readonly hasTicker: boolean
  /** Whether each row has one line on wide screens, from edge to edge of its card. */
  readonly isPart?: boolean
}

export function OpenOrderRows({ orders, isPart = false, ...row }: OpenOrderRowsProps) {
  const { notice } = row.cancelling
  return (
    <>
      {notice && (
        <Notice tone={notice.tone} className={isPart ? 'mx-5 mb-3 md:mx-6' : 'mb-4'}>
          {notice.words}
        </Notice>
      )}
      <ul className={isPart ? '' : orderColumns}>
        {orders.map((order) => (
          <Row key={order.id} order={order} isPart={isPart} {...row} />
        ))}
      </ul>
    </>
  )
}

type RowProps = Omit<OpenOrderRowsProps, 'orders'> & { readonly order: Order }

function Row({ order, cancelling, hasTicker, isPart }: RowProps) {
  const { ticker, expires_at } = order
  const quote = useQuote(isTicker(ticker) ? ticker : null)
  const words = orderWords(order)
  const isTrading = useIsTrading()
  return (
    <li
      className={`flex items-center gap-x-3 border-t border-line py-2 tabular-nums ${isPart ? 'px-5 md:px-6 xl:h-9 xl:py-0' : ''}`}
    >
      <div
        className={`min-w-0 flex-1 ${isPart ? 'gap-x-4 xl:flex xl:items-baseline xl:justify-between' : ''}`}
      >
        <p>
          {hasTicker && <StockLink ticker={ticker} />} {words}
        </p>
        <p className="flex-wrap gap-x-3 text-12 text-muted sm:flex">
          {/* Reserves the height of the distance before the first price. */}
          <span className="block min-h-4 sm:min-w-28">
            {quote && distanceWords(order, quote)}
          </span>{' '}
          until {timeWords(expires_at)}
        </p>
      </div>
      {isTrading && (
        <Button
          kind="secondary"
          className={`min-h-9! border-line! px-3! text-12! ${isPart ? 'xl:min-h-7!' : ''}`}
          aria-label={`Cancel: ${words} of ${ticker}`}
          aria-disabled={cancelling.cancelledId === order.id}
          onClick={() => cancelling.cancel(order)}
        >
          Cancel
        </Button>
      )}
    </li>
  )
}

/** The mutation that cancels an order. A hook of the list, because its notice outlives the last row. */
export function useCancelling() {
  const invalidate = useInvalidateLearner()
  const [notice, setNotice] = useState<{ tone: 'success' | 'error'; words: string } | null>(null)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id }: Order) => call(orderCalls.cancelOrder, { params: { id } }),
    // A refusal refetches too: the order was filled before it could be cancelled.
    onSettled: async (_, error, order) => {
      await invalidate()
      setNotice(
        error
          ? { tone: 'error', words: error.message }
          : { tone: 'success', words: cancelledWords(order) },
      )
    },
  })
  const cancel = (order: Order): void => {
    if (isPending) return
    mutate(order)
    // The focused button will be removed with its row.
    document.getElementById('open-orders')?.focus()
  }
  return { cancel, cancelledId: isPending ? variables.id : null, notice }
}

const cancelledWords = ({ type, quantity, price, ticker }: Order): string =>
  `Order cancelled. You can ${type === 'BUY' ? 'spend' : 'sell'} ${reservedWords(type, quantity, fromDollars(price))}${type === 'SELL' ? ` of ${ticker}` : ''} again.`
