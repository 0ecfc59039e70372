// The form to trade as it is filled in: which side, how many, and what became of the last order sent from it.
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderKind, OrderLasts } from '@tengrand/core/waiting-order.ts'
import { useState } from 'react'

import type { Wish } from './estimate.ts'
import { useTrade } from './use-trade.ts'

export type TradeForm = ReturnType<typeof useTradeForm>

export function useTradeForm(ticker: Ticker, onMoved: (price: Cents) => void) {
  const [fields, setFields] = useState(untouched)
  /** Each kind of order brings its own. */
  const [button, setButton] = useState<Element | null>(null)
  // What was filled in for the next order while this one was on its way stays.
  const onDone = (wish: Wish): void =>
    setFields((now) =>
      now.side === wish.side && Number(now.typed) === wish.quantity
        ? { ...now, typed: untouched.typed, isTouched: false }
        : now,
    )
  const trade = useTrade(ticker, { onMoved, onDone })
  const change = (part: Partial<Fields>): void => {
    trade.forgetFailure()
    setFields((before) => ({
      ...before,
      ...part,
      // Whoever only chooses a side has not said how many.
      isTouched: before.isTouched || part.typed !== undefined,
    }))
  }
  const wish: Wish = { side: fields.side, quantity: Number(fields.typed) }
  // Nothing is bought because its price has fallen, so a choice for a sale is another one for a buy.
  const order = fields.side === 'buy' && fields.order === 'stop' ? 'limit' : fields.order
  return { ...trade, ...fields, order, wish, change, button, setButton }
}

export type OrderChoice = 'now' | OrderKind

interface Fields {
  readonly side: Wish['side']
  readonly typed: string
  readonly order: OrderChoice
  /** The price that an order is to wait for; null where there is none. */
  readonly limit: Cents | null
  /** For orders that wait, whichever they are. */
  readonly lasts: OrderLasts
  /** Not before this is the order judged: until then it is only what the form begins with. */
  readonly isTouched: boolean
}

const untouched: Fields = {
  side: 'buy',
  typed: '1',
  order: 'now',
  limit: null,
  lasts: 'day',
  isTouched: false,
}
