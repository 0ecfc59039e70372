// The actions on a stock as orders in shares, at the prices on the screen.
import { formatShares, fromDollars } from '@tengrand/core/money.ts'
import { quantityMax } from '@tengrand/core/order.ts'
import type { Prices } from '@tengrand/core/quote.ts'

import type { Position } from './position.ts'

export interface Action {
  /** Null where the learner types the number. */
  readonly side: 'buy' | 'sell' | null
  readonly label: string
  /** Zero where it is not possible. The server reduces a quantity to what the cash or the shares cover. */
  readonly quantity: number
  /** What the button says that confirms it. */
  readonly confirm: string
}

const fixedAmount = fromDollars(1_000)

/** Without prices, or a position, none is possible. */
export function actionsOf(symbol: string, prices?: Prices, position?: Position) {
  const cash = position?.cash ?? 0
  const shares = position?.shares[symbol] ?? 0
  const ask = prices?.ask ?? Infinity
  const bought = (amount: number): number => (cash >= ask ? wholes(amount, ask) : 0)
  const all = (can: boolean): number => (can ? quantityMax : 0)
  return {
    buys: [
      actionOf('buy', 'Buy $1,000', bought(fixedAmount)),
      actionOf('buy', 'Buy half', bought(cash / 2)),
      actionOf('buy', 'Buy all', all(cash >= ask), 'Buy for all your cash'),
    ],
    sales: [
      actionOf('sell', 'Sell half', wholes(shares, 2)),
      actionOf('sell', 'Sell all', all(shares > 0), 'Sell all your shares'),
      actionOf(null, 'Number…', 1),
    ],
  }
}

/** How often a part fits into a whole. */
const wholes = (whole: number, part: number): number => (whole - (whole % part)) / part

const actionOf = (
  side: Action['side'],
  label: string,
  quantity: number,
  confirm = `${side === 'buy' ? 'Buy' : 'Sell'} ${formatShares(quantity)}`,
): Action => ({ side, label, quantity, confirm })
