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

import { useIsClosed, usePortfolio, type Holding } from '../portfolio/queries.ts'
import { atPrices } from '../portfolio/live-portfolio.ts'
import { viewOf, type View } from '../ui/query-view.tsx'
import type { MarketOrder } from './send-trade.ts'

export interface BuyingPower {
  /** The free cash and shares, which open orders do not reserve. */
  readonly cash: Cents
  readonly shares: number
  /** All cash and shares, including the reserved ones. */
  readonly allCash: Cents
  readonly allShares: number
}

export function usePosition(ticker: Ticker, price: Cents) {
  const { data, error, refetch } = usePortfolio()
  const isClosed = useIsClosed()
  const now = data && !isClosed ? atPrices(data, (held) => (held === ticker ? price : null)) : data
  const held = now?.holdings.find((holding) => holding.ticker === ticker)
  const view = viewOf({ data: now, error, refetch }, { what: 'portfolio' })
  const realized = now?.realized.find((one) => one.ticker === ticker)
  const position: View<Holding> =
    view.state !== 'data' ? view : held ? { state: 'data', data: held } : { state: 'empty' }
  const power: BuyingPower | null = now
    ? {
        cash: fromDollars(now.free_cash),
        shares: held?.free_quantity ?? 0,
        allCash: fromDollars(now.cash_balance),
        allShares: held?.quantity ?? 0,
      }
    : null
  return {
    power,
    position,
    /** The gain that sales and splits have realized; null where there were none. */
    realized: realized ? fromDollars(realized.realized_gain) : null,
  }
}

export type OrderDraft = Pick<MarketOrder, 'side' | 'quantity'>

/** The price at which a side trades now. */
export const sidePrice = (side: OrderDraft['side'], { ask, bid }: Prices): Cents =>
  side === 'buy' ? ask : bid

/**
 * The total, and the cash that a purchase or the shares that a sale would leave. A hint, not a check: the server decides. The
 * default quantity of an untouched form is not reported as too much.
 */
export function estimateOf(
  { side, quantity }: OrderDraft,
  price: Cents,
  power: BuyingPower | null,
  isTouched: boolean,
) {
  if (!isQuantity(quantity)) return { total: null, left: null, isTooMuch: false }
  const amount = times(price, quantity)
  const total = formatMoney(amount)
  const left = power && (side === 'buy' ? power.cash - amount : power.shares - quantity)
  if (left === null || (left < 0 && !isTouched)) return { total, left: null, isTooMuch: false }
  const formatted = side === 'buy' ? formatMoney(cents(left)) : formatQuantity(left)
  return { total, left: formatted, isTooMuch: left < 0 }
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
