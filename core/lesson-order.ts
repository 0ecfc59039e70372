// Decides an order of a lesson at the prices of its tick: it buys as many shares as the cash covers, and sells those that
// are held.
import type { Holding } from './ledger.ts'
import { decideAt, type OrderBase } from './order.ts'
import type { Prices } from './quote.ts'

/** The quantity of the trade may be less than that of the order, and is one share at least. */
export function decideInLesson(
  { side, ticker, quantity: asked }: OrderBase,
  { cash, position }: Holding,
  { bid, ask }: Prices,
  at: number,
) {
  const [price, most] = side === 'BUY' ? [ask, Math.floor(cash / ask)] : [bid, position.quantity]
  const quantity = Math.max(1, Math.min(asked, most))
  return decideAt({ side, ticker, quantity }, price, { cash, position, at })
}
