// The state of the form to trade: the fields that every kind of order has, and the mutation that executes one now.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderKind, OrderLasts } from '@tengrand/core/waiting-order.ts'
import { useState } from 'react'

import { ApiProblem } from '../api/problem.ts'
import { usePortfolioId } from '../portfolio/queries.ts'
import { useTradedBefore } from '../portfolio/traded-before.ts'
import { useLearnerMutation, type Outcome } from '../session/learner-mutation.ts'
import type { Wish } from './buying-power.ts'
import { sendTrade } from './send-trade.ts'

export type OrderForm = ReturnType<typeof useOrderForm>

interface Fields {
  readonly side: Wish['side']
  readonly kind: 'now' | OrderKind
  /** How many, as it is typed. */
  readonly typed: string
  /** How long an order waits. */
  readonly lasts: OrderLasts
  /** False while the quantity is only the default, which is not judged. */
  readonly isTouched: boolean
}

const untouched: Fields = { side: 'buy', kind: 'now', typed: '1', lasts: 'day', isTouched: false }

/** The second click of a double click comes up to half a second later, when the first order may be done already. */
export const restMs = 1000

export function useOrderForm(ticker: Ticker, onMoved: (price: Cents) => void) {
  const [fields, setFields] = useState(untouched)
  const { side, kind, typed } = fields
  /** Each kind of order brings its own. */
  const [button, setButton] = useState<Element | null>(null)
  const portfolio = usePortfolioId()
  const { rememberNewcomer } = useTradedBefore()
  const trade = useLearnerMutation({
    send: sendTrade,
    // With the price and the portfolio of then too: the server takes an order with any other detail for another one.
    isRetry: (sent, next) => sent.side === next.side && sent.quantity === next.quantity,
    onSettled: (outcome, sent) => {
      const moved = movedPrice(outcome)
      if (moved !== undefined) onMoved(fromDollars(moved))
      if (outcome.kind === 'refused') return
      rememberNewcomer(false)
      // What was filled in for the next order while this one was on its way stays.
      setFields((now) =>
        now.side === sent.side && Number(now.typed) === sent.quantity
          ? { ...now, typed: untouched.typed, isTouched: false }
          : now,
      )
    },
    restMs,
  })
  const wish: Wish = { side, quantity: Number(typed) }
  return {
    ...fields,
    // Nothing is bought because its price has fallen, so a stop to sell is a limit to buy.
    kind: side === 'buy' && kind === 'stop' ? 'limit' : kind,
    wish,
    portfolio,
    trade,
    execute: (price: Cents) => trade.submit({ ...wish, ticker, price, portfolio }),
    change: (part: Partial<Fields>) => {
      trade.setOutcome((last) => (last?.kind === 'refused' ? null : last))
      // Whoever only chooses a side has not said how many.
      setFields((now) => ({
        ...now,
        ...part,
        isTouched: now.isTouched || part.typed !== undefined,
      }))
    },
    button,
    setButton,
  } as const
}

/** In dollars, where an order was refused because the price is another one now. */
export const movedPrice = (outcome: Outcome<unknown> | null): number | undefined =>
  outcome?.kind === 'refused' && outcome.error instanceof ApiProblem
    ? outcome.error.price
    : undefined
