// The texts about a limit or stop order that waits: its condition, what it reserves, how far the price is away.
import {
  formatMoney,
  formatPercent,
  formatShares,
  fromDollars,
  percent,
  cents,
  times,
  type Cents,
} from '@tengrand/core/money.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { isMet, type OrderSide } from '@tengrand/core/waiting-order.ts'

import type { Order } from './queries.ts'

export function conditionWords({ type, kind, price }: Pick<Order, 'type' | 'kind' | 'price'>) {
  const at = formatMoney(fromDollars(price))
  if (type === 'BUY') return `at ${at} or less`
  return kind === 'limit' ? `at ${at} or more` : `if the price falls to ${at}`
}

export const orderWords = (order: Order): string =>
  `${order.type === 'BUY' ? 'Buy' : 'Sell'} ${formatShares(order.quantity)} ${conditionWords(order)}`

/** The sentence for a market order that failed without one of the server. */
export const tradeFailed = 'Trade failed.'

/** The cash or the shares that are reserved while the order is open. */
export const reservedWords = (side: OrderSide, quantity: number, price: Cents): string =>
  side === 'BUY' ? formatMoney(times(price, quantity)) : formatShares(quantity)

/** The distance of the live price from that of the order. */
export function distanceWords({ type, kind, price }: Order, prices: Prices): string {
  const limit = fromDollars(price)
  if (isMet(type, { kind, price: limit }, prices)) return 'Price reached'
  const now = type === 'BUY' ? prices.ask : prices.bid
  const away = cents(Math.abs(now - limit))
  return `${formatMoney(away)} (${formatPercent(percent(away, now)).slice(1)}) away`
}

/** Formats times in the time zone of the browser and the language of the pages. */
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
export const timeWords = (time: string | number): string => dateAndTime.format(new Date(time))
