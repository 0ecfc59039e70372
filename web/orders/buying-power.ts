// What the learner can trade of a stock, what an order would come to, and what they hold of it, at the price that the page shows.
import {
  cents,
  formatMoney,
  formatQuantity,
  fromDollars,
  times,
  type Cents,
} from '@tengrand/core/money.ts'
import { isQuantity, quantityMax } from '@tengrand/core/order.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { usePortfolio, type Holding, type Portfolio } from '../portfolio/queries.ts'
import { atPrices } from '../portfolio/live-portfolio.ts'
import { viewOf, type View } from '../ui/query-view.tsx'
import type { Order } from './send-trade.ts'

export interface BuyingPower {
  /** Without what open orders hold. */
  readonly cash: Cents
  readonly shares: number
  /** With it. */
  readonly allCash: Cents
  readonly allShares: number
}

interface Position {
  /** Null until it is known. */
  readonly power: BuyingPower | null
  readonly position: View<Holding>
  /** By sales and splits of it; null where there was none, or it is not known. */
  readonly realized: Cents | null
}

export function usePosition(ticker: Ticker, price: Cents): Position {
  const { data, error, refetch } = usePortfolio()
  const now = data && atPrices(data, (held) => (held === ticker ? price : null))
  const held = now?.holdings.find((holding) => holding.ticker === ticker)
  const view = viewOf(
    { data: now, error, refetch },
    { error: ({ message }) => `Failed to load portfolio: ${message}` },
  )
  const realized = now?.realized.find((one) => one.ticker === ticker)
  return {
    realized: realized ? fromDollars(realized.realized_gain) : null,
    power: now ? powerOf(now, held) : null,
    position: view.state === 'data' ? positionView(held) : view,
  }
}

const positionView = (held: Holding | undefined): View<Holding> =>
  held ? { state: 'data', data: held } : { state: 'empty' }

const powerOf = (
  { cash_balance, free_cash }: Portfolio,
  held: Holding | undefined,
): BuyingPower => ({
  cash: fromDollars(free_cash),
  shares: held?.free_quantity ?? 0,
  allCash: fromDollars(cash_balance),
  allShares: held?.quantity ?? 0,
})

export type Wish = Pick<Order, 'side' | 'quantity'>

export interface Estimate {
  readonly total: string | null
  /** The cash that a purchase leaves, or the shares that a sale does. */
  readonly left: string | null
  /** It is more than there is. */
  readonly isTooMuch: boolean
}

/** At the price of its side: help for the learner, never a check. The default of an untouched form is not judged. */
export function estimateOf(
  { side, quantity }: Wish,
  price: Cents,
  power: BuyingPower | null,
  isTouched: boolean,
): Estimate {
  if (!isQuantity(quantity)) return { total: null, left: null, isTooMuch: false }
  const amount = times(price, quantity)
  const total = formatMoney(amount)
  const left = power && (side === 'buy' ? power.cash - amount : power.shares - quantity)
  const isTooMuch = left !== null && left < 0
  if (left === null || (isTooMuch && !isTouched)) return { total, left: null, isTooMuch: false }
  return {
    total,
    left: side === 'buy' ? formatMoney(cents(left)) : formatQuantity(left),
    isTooMuch,
  }
}

/** The most that can be bought or sold. */
export function mostOf(side: Wish['side'], price: Cents, { cash, shares }: BuyingPower): number {
  const most = side === 'buy' ? (cash - (cash % price)) / price : shares
  return Math.min(most, quantityMax)
}
