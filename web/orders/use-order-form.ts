// The state of the order form: the fields that all kinds of orders share, and a market order.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderKind, OrderLasts } from '@tengrand/core/waiting-order.ts'
import { useState } from 'react'

import { usePortfolioId } from '../portfolio/queries.ts'
import { useTradedBefore } from '../portfolio/traded-before.ts'
import type { OrderDraft } from './buying-power.ts'
import { useUnansweredFields } from './unanswered-orders.ts'
import { movedPrice, useMarketOrder } from './use-market-order.ts'

export type OrderForm = ReturnType<typeof useOrderForm>

interface Fields {
  readonly side: OrderDraft['side']
  readonly kind: 'now' | OrderKind
  /** The quantity as it is typed. */
  readonly typed: string
  /** The time in force of a limit or stop order. */
  readonly lasts: OrderLasts
  /** False while the quantity is the default. */
  readonly isTouched: boolean
}

const untouched: Fields = { side: 'buy', kind: 'now', typed: '1', lasts: 'day', isTouched: false }

export function useOrderForm(ticker: Ticker, onMoved: (price: Cents) => void) {
  const readUnanswered = useUnansweredFields(ticker)
  const [fields, setFields] = useState((): Fields => {
    const unanswered = readUnanswered()
    return unanswered ? { ...untouched, ...unanswered, isTouched: true } : untouched
  })
  const { side, kind, typed } = fields
  /** The submit button: each kind of order renders its own. */
  const [button, setButton] = useState<Element | null>(null)
  const portfolio = usePortfolioId()
  const { rememberNewcomer } = useTradedBefore()
  const trade = useMarketOrder((outcome, sent) => {
    const moved = movedPrice(outcome)
    if (moved !== undefined) onMoved(fromDollars(moved))
    if (outcome.kind === 'refused') return
    rememberNewcomer(false)
    // Keeps the fields of the next order that were filled in while this one was sent.
    setFields((now) =>
      now.side === sent.side && Number(now.typed) === sent.quantity
        ? { ...now, typed: untouched.typed, isTouched: false }
        : now,
    )
  })
  const draft: OrderDraft = { side, quantity: Number(typed) }
  return {
    ...fields,
    // There is no stop to buy: changing the side of a stop makes it a limit.
    kind: side === 'buy' && kind === 'stop' ? 'limit' : kind,
    draft,
    portfolio,
    trade,
    execute: (price: Cents) => trade.submit({ ...draft, ticker, price, portfolio }),
    change: (part: Partial<Fields>) => {
      trade.setOutcome((last) => (last?.kind === 'refused' ? null : last))
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
