// The state of the order form: the fields that all kinds of orders share, and a market order.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderKind, OrderLasts } from '@tengrand/core/waiting-order.ts'
import { useRef, useState } from 'react'

import { usePortfolioId } from '../portfolio/queries.ts'
import { useScope } from '../portfolio/scope.tsx'
import { useTradedBefore } from '../portfolio/traded-before.ts'
import type { Outcome } from '../session/learner-mutation.ts'
import type { OrderDraft } from './buying-power.ts'
import type { JournalDraft } from './journal-opened.ts'
import { quantityOf, type TypedQuantity } from './quantity.ts'
import type { MarketOrder } from './send-trade.ts'
import { useUnansweredFields } from './unanswered-orders.ts'
import { movedPrice, useMarketOrder } from './use-market-order.ts'

export type OrderForm = ReturnType<typeof useOrderForm>

interface Fields extends TypedQuantity {
  readonly side: OrderDraft['side']
  readonly kind: 'now' | OrderKind
  /** The time in force of a limit or stop order. */
  readonly lasts: OrderLasts
  /** False while the quantity is the default. */
  readonly isTouched: boolean
}

const untouched: Fields = {
  side: 'buy',
  kind: 'now',
  unit: 'shares',
  typed: '1',
  lasts: 'day',
  isTouched: false,
}

export function useOrderForm(ticker: Ticker, onMoved: (price: Cents) => void) {
  const readUnanswered = useUnansweredFields(ticker)
  const [fields, setFields] = useState((): Fields => {
    const unanswered = readUnanswered()
    return unanswered ? { ...untouched, ...unanswered, isTouched: true } : untouched
  })
  const { side, kind, typed } = fields
  /** Null until its line is loaded. */
  const journal = useRef<JournalDraft>(null)
  /** What was typed for the last market order. */
  const sentAs = useRef('')
  /** The submit button: each kind of order renders its own. */
  const [button, setButton] = useState<Element | null>(null)
  const portfolio = usePortfolioId()
  /** A contest may allow market orders only. */
  const isNowOnly = useScope().contest?.orders === 'now'
  const { rememberNewcomer } = useTradedBefore()
  const trade = useMarketOrder((outcome, sent) => {
    const moved = movedPrice(outcome)
    if (moved !== undefined) onMoved(fromDollars(moved))
    setFields((now) => fieldsAfter(outcome, sent, now, sentAs.current))
    if (outcome.kind !== 'done') return
    rememberNewcomer(false)
    journal.current?.emptySent()
  })
  return {
    ...fields,
    journal,
    // There is no stop to buy: changing the side of a stop makes it a limit.
    kind: isNowOnly ? 'now' : side === 'buy' && kind === 'stop' ? 'limit' : kind,
    isNowOnly,
    quantityAt: (price: Cents) => quantityOf(fields, price),
    portfolio,
    trade,
    execute: (order: Pick<MarketOrder, 'quantity' | 'price'>) => {
      sentAs.current = typed
      trade.submit({ ...journal.current?.take(), ...order, side, ticker, portfolio })
    },
    change: (part: Partial<Fields>) => {
      trade.setOutcome((last) => (last?.kind === 'refused' ? null : last))
      setFields((now) => ({
        ...now,
        isTouched: now.isTouched || part.typed !== undefined,
        ...part,
      }))
    },
    button,
    setButton,
  } as const
}

/** Keeps the fields of the next order that were filled in while this one was sent. */
function fieldsAfter(
  outcome: Outcome<unknown>,
  { side, quantity }: MarketOrder,
  now: Fields,
  sentAs: string,
): Fields {
  if (now.side !== side || (now.typed !== sentAs && Number(now.typed) !== quantity)) return now
  if (outcome.kind === 'done')
    return { ...now, typed: now.unit === 'dollars' ? '' : '1', isTouched: false }
  // A retry must be for the same shares, whatever the dollars buy by then.
  return outcome.isOpen ? { ...now, unit: 'shares', typed: String(quantity) } : now
}
