// The learner's buying power and position in a stock, and the estimate of an order, at the price that the page shows.
import {
  cents,
  formatMoney,
  formatQuantity,
  fromDollars,
  times,
  type Cents,
} from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { isQuantity, quantityMax } from '@tengrand/core/order.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { usePortfolio, type Holding } from '../portfolio/queries.ts'
import { atPrices } from '../portfolio/live-portfolio.ts'
import { viewOf, type View } from '../ui/query-view.tsx'
import type { MarketOrder } from './send-trade.ts'

export interface BuyingPower {
  /** Without the cash and shares that open orders reserve. */
  readonly cash: Cents
  readonly shares: number
  /** With the reserved ones. */
  readonly allCash: Cents
  readonly allShares: number
}

interface Position {
  /** Null until the portfolio is loaded. */
  readonly power: BuyingPower | null
  readonly position: View<Holding>
  /** By sales and splits; null without any, and until the portfolio is loaded. */
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
    power: now
      ? {
          cash: fromDollars(now.free_cash),
          shares: held?.free_quantity ?? 0,
          allCash: fromDollars(now.cash_balance),
          allShares: held?.quantity ?? 0,
        }
      : null,
    position:
      view.state !== 'data' ? view : held ? { state: 'data', data: held } : { state: 'empty' },
  }
}

export type OrderDraft = Pick<MarketOrder, 'side' | 'quantity'>

/** The price at which a side trades now. */
export const sidePrice = (side: OrderDraft['side'], { ask, bid }: Prices): Cents =>
  side === 'buy' ? ask : bid

interface Estimate {
  readonly total: string | null
  /** Cash after a purchase, shares after a sale. */
  readonly left: string | null
  /** The order exceeds the buying power. */
  readonly isTooMuch: boolean
}

/** A hint, not a check: the server decides. The default quantity of an untouched form is not reported as too much. */
export function estimateOf(
  { side, quantity }: OrderDraft,
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

/** The largest quantity that can be bought or sold. */
export function maxQuantity(
  side: OrderDraft['side'],
  price: Cents,
  { cash, shares }: BuyingPower,
): number {
  const most = side === 'buy' ? (cash - (cash % price)) / price : shares
  return Math.min(most, quantityMax)
}
