// Executing a trade once: what was sent under which key, until it is known what became of it.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useRef, useState } from 'react'

import { ApiProblem } from '../api/problem.ts'
import { usePortfolioId } from '../portfolio/queries.ts'
import { useOrder, type Executed, type Order, type Receipt } from './order-queries.ts'
import { isDecided, newKey } from '../api/send-once.ts'
import type { Wish } from './estimate.ts'
import { answeredWords } from './stock-sentence.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

export type TradeResult =
  | { readonly kind: 'done'; readonly words: string; readonly receipt: Receipt | null }
  | {
      readonly kind: 'refused'
      readonly words: string
      /** It may have been carried out after all. */
      readonly isOpen: boolean
      /** The price is another one now, and the learner may agree to it. */
      readonly hasMoved: boolean
    }

interface Trade {
  readonly isSending: boolean
  /** Nothing is sent now: an order is on its way, or its answer was not there to be read yet. */
  readonly isBusy: boolean
  readonly result: TradeResult | null
  readonly execute: (wish: Wish, price: Cents) => void
  /** The form is another one now, and what went wrong with the last one does not matter any more. */
  readonly forgetFailure: () => void
}

interface TradeEvents {
  /** An order was refused because the price is another one now. */
  readonly onMoved: (price: Cents) => void
  readonly onDone: (wish: Wish) => void
}

export function useTrade(ticker: Ticker, { onMoved, onDone }: TradeEvents): Trade {
  const send = useOrder()
  const portfolio = usePortfolioId()
  const { state, run } = useOneAtATime()
  const [result, setResult] = useState<TradeResult | null>(null)
  const open = useRef<Order | null>(null)

  const execute = (wish: Wish, price: Cents): void => {
    run(() => {
      setResult(null)
      const order = sameOrder(open.current, wish) ?? newOrder({ ...wish, ticker, price, portfolio })
      open.current = order
      return send(order).then(succeed, fail)
    })
  }
  const succeed = ({ message, receipt }: Executed): void => {
    if (open.current) onDone(open.current)
    open.current = null
    setResult({ kind: 'done', words: message, receipt })
  }
  const fail = (error: unknown): void => {
    if (isDecided(error)) open.current = null
    const moved = error instanceof ApiProblem ? error.price : undefined
    if (moved !== undefined) onMoved(fromDollars(moved))
    const isOpen = !isDecided(error)
    const hasMoved = moved !== undefined
    setResult({ kind: 'refused', words: answeredWords(error) ?? 'Trade failed.', isOpen, hasMoved })
  }
  return {
    isSending: state === 'sending',
    isBusy: state !== 'free',
    result,
    execute,
    forgetFailure: () => setResult((last) => (last?.kind === 'refused' ? null : last)),
  }
}

const newOrder = (order: Omit<Order, 'key'>): Order => ({ ...order, key: newKey() })

/** With the price and the portfolio of then too: the server takes an order with any other detail for another one. */
const sameOrder = (open: Order | null, { side, quantity }: Wish): Order | null =>
  open !== null && open.side === side && open.quantity === quantity ? open : null
