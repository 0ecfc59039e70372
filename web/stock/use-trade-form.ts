// The form to trade as it is filled in: which side, how many, and what became of the last order sent from it.
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import type { Wish } from './estimate.ts'
import { useTrade } from './use-trade.ts'

export type TradeForm = ReturnType<typeof useTradeForm>

export function useTradeForm(ticker: Ticker, onMoved: (price: Cents) => void) {
  const [fields, setFields] = useState(untouched)
  // What was filled in for the next order while this one was on its way stays.
  const onDone = (wish: Wish): void =>
    setFields((now) =>
      now.side === wish.side && Number(now.typed) === wish.quantity
        ? { ...untouched, side: now.side }
        : now,
    )
  const trade = useTrade(ticker, { onMoved, onDone })
  const change = (part: Partial<Pick<Fields, 'side' | 'typed'>>): void => {
    trade.forgetFailure()
    setFields((before) => ({ ...before, ...part, isTouched: true }))
  }
  const wish: Wish = { side: fields.side, quantity: Number(fields.typed) }
  return { ...trade, ...fields, wish, change }
}

interface Fields {
  readonly side: Wish['side']
  readonly typed: string
  /** Not before this is the order judged: until then it is only what the form begins with. */
  readonly isTouched: boolean
}

const untouched: Fields = { side: 'buy', typed: '1', isTouched: false }
