// The actions on a stock as orders in shares, at the prices on the screen.
import { formatShares, fromDollars, type Cents } from '@tengrand/core/money.ts'
import { isQuantity, quantityMax } from '@tengrand/core/order.ts'
import type { Prices } from '@tengrand/core/quote.ts'

export interface Action {
  readonly side: 'buy' | 'sell'
  readonly label: string
  /** Zero where it is not possible. The server reduces a quantity to what the cash or the shares cover. */
  readonly quantity: number
  /** What the button says that confirms it. */
  readonly confirm: string
}

const fixedAmount = fromDollars(1_000)

/** Without prices or a position, none is possible. */
export function actionsOf(
  prices: Prices | undefined,
  has: { readonly cash: Cents; readonly shares: number } | null,
): { buys: Action[]; sales: Action[] } {
  const { ask } = prices ?? {}
  const { cash = 0, shares = 0 } = has ?? {}
  const canBuy = ask !== undefined && cash >= ask
  const bought = (amount: number): number => (canBuy ? wholes(amount, ask) : 0)
  const half = wholes(shares, 2)
  return {
    buys: [
      counted('buy', 'Buy $1,000', bought(fixedAmount)),
      counted('buy', 'Buy half', bought(cash / 2)),
      all('buy', 'Buy all', 'Buy for all your cash', canBuy),
    ],
    sales: [
      counted('sell', 'Sell half', half),
      all('sell', 'Sell all', 'Sell all your shares', shares > 0),
    ],
  }
}

/** How often a part fits into a whole. */
const wholes = (whole: number, part: number): number => (whole - (whole % part)) / part

function counted(side: Action['side'], label: string, quantity: number): Action {
  const confirm = `${side === 'buy' ? 'Buy' : 'Sell'} ${formatShares(quantity)}`
  return { side, label, quantity, confirm }
}

const all = (side: Action['side'], label: string, confirm: string, can: boolean): Action => ({
  side,
  label,
  quantity: can ? quantityMax : 0,
  confirm,
})

/** Null for text that is no quantity. */
export function quantityOf(typed: string): number | null {
  const quantity = Number(typed)
  return typed.trim() !== '' && isQuantity(quantity) ? quantity : null
}
