// Decides an order of a lesson at the prices of its tick: it buys as many shares as the cash covers, and sells those that
// are held.
import { costOfSale, type Holding, type Trade } from './ledger.ts'
import { cents, times } from './money.ts'
import type { OrderRefusal } from './order.ts'
import type { Prices } from './quote.ts'
import type { Ticker } from './tickers.ts'

export interface LessonOrder {
  readonly side: 'BUY' | 'SELL'
  readonly ticker: Ticker
  /** The most shares; fewer are traded where the portfolio has no more. */
  readonly quantity: number
}

/** The quantity of the trade may be less than that of the order, and is one share at least. */
export function decideInLesson(
  { side: type, ticker, quantity: asked }: LessonOrder,
  { cash, position }: Holding,
  { bid, ask }: Prices,
  at: number,
): { readonly trade: Trade } | { readonly refusal: OrderRefusal } {
  if (type === 'SELL') {
    const quantity = Math.min(asked, position.quantity)
    if (quantity === 0)
      return { refusal: { code: 'insufficient_shares', ticker, have: 0, free: 0 } }
    return {
      trade: { type, ticker, quantity, price: bid, at, cost: costOfSale(position, quantity) },
    }
  }
  const quantity = Math.min(asked, Math.floor(cash / ask))
  if (quantity === 0)
    return { refusal: { code: 'insufficient_cash', need: times(ask, 1), have: cash, free: cash } }
  return { trade: { type, ticker, quantity, price: ask, at, cost: cents(0) } }
}
