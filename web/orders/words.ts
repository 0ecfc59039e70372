// The texts about a limit or stop order: its name, its condition, what it reserves, its state, its notification.
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
import { isMet, type OrderKind, type OrderSide } from '@tengrand/core/waiting-order.ts'

import type { Order } from './queries.ts'

const orderNames: Readonly<Record<OrderKind, string>> = { limit: 'Limit', stop: 'Stop' }

function conditionWords({ type, kind, price }: Pick<Order, 'type' | 'kind' | 'price'>) {
  const at = formatMoney(fromDollars(price))
  if (type === 'BUY') return `at ${at} or less`
  return kind === 'limit' ? `at ${at} or more` : `if the price falls to ${at}`
}

/** 'buy 3 shares of AMD' */
export const sharesWords = (type: OrderSide, quantity: number, ticker: string): string =>
  `${type === 'BUY' ? 'buy' : 'sell'} ${formatShares(quantity)} of ${ticker}`

/** 'buy 5 shares of AAPL at $180.00 or less' */
export const askedWords = (
  order: Pick<Order, 'type' | 'kind' | 'price' | 'quantity' | 'ticker'>,
): string => `${sharesWords(order.type, order.quantity, order.ticker)} ${conditionWords(order)}`

export const orderWords = (order: Order): string =>
  `${order.type === 'BUY' ? 'Buy' : 'Sell'} ${formatShares(order.quantity)} ${conditionWords(order)}`

/** The sentence for a market order that failed without one of the server. */
export const tradeFailed = 'Trade failed.'

/** The cash or the shares that are reserved while the order is open. */
export const reservedWords = (side: OrderSide, quantity: number, price: Cents): string =>
  side === 'BUY' ? formatMoney(times(price, quantity)) : formatShares(quantity)

const heldWords = (side: OrderSide, quantity: number, price: Cents): string =>
  `${reservedWords(side, quantity, price)} ${side === 'BUY' || quantity === 1 ? 'is' : 'are'}`

/** The distance of the live price from that of the order. */
export function distanceWords({ type, kind, price }: Order, prices: Prices): string {
  const limit = fromDollars(price)
  if (isMet(type, { kind, price: limit }, prices)) return 'Price reached'
  const now = type === 'BUY' ? prices.ask : prices.bid
  const away = cents(Math.abs(now - limit))
  return `${formatMoney(away)} (${formatPercent(percent(away, now)).slice(1)}) away`
}

/** 'bought 5 shares of AAPL at $179.98'; a stop that was filled below its price says so. */
function fillWords(order: Order): string {
  const { type, quantity, ticker, price, filled } = order
  const done = `${type === 'BUY' ? 'bought' : 'sold'} ${formatShares(quantity)} of ${ticker} at ${formatMoney(fromDollars(filled?.price ?? price))}`
  return isBelowStop(order)
    ? `${done}, below your stop of ${formatMoney(fromDollars(price))}`
    : done
}

const isBelowStop = ({ kind, price, filled }: Order): boolean =>
  kind === 'stop' && filled !== null && filled.price < price

/** The text of the notification for an order that the learner did not close. */
export function notificationWords(order: Order): string {
  const { kind, state, filled } = order
  if (filled) return `Your ${kind} order ${fillWords(order)}.`
  const end = state === 'expired' ? 'expired' : `was c${stateWords(order).slice(1)}`
  return `Your ${kind} order to ${askedWords(order)} ${end}.`
}

/** The state of an order in the list of all orders. */
export function stateWords(order: Order): string {
  const { state, reason, filled, expires_at } = order
  if (filled)
    return `Filled at ${formatMoney(fromDollars(filled.price))}${isBelowStop(order) ? ', below your stop' : ''}, ${timeWords(filled.at)}`
  if (state === 'open') return `Open until ${timeWords(expires_at)}`
  return state === 'expired' ? 'Expired' : `Cancelled${reason ? reasons[reason] : ''}`
}

const reasons: Readonly<Record<NonNullable<Order['reason']>, string>> = {
  learner: ' by you',
  split: ' because of a split',
  chapter_closed: ' because you restarted',
  account_locked: ' because your account was locked',
}

/** Formats times in the time zone of the browser and the language of the pages. */
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
export const timeWords = (time: string | number): string => dateAndTime.format(new Date(time))

/** The message after `placeOrder`: the order is open or filled, or closed where a late retry got the first response. */
export function placedWords(order: Order): string {
  const { type, kind, ticker, quantity, price, state } = order
  if (state === 'filled')
    return `${fillWords(order).replace(/^./, (first) => first.toUpperCase())}.`
  if (state !== 'open') return `${stateWords(order)}.`
  const held = heldWords(type, quantity, fromDollars(price))
  const does = `${type === 'BUY' ? 'buy' : 'sell'} ${formatShares(quantity)} of ${ticker} ${conditionWords(order)}`
  return `${orderNames[kind]} order placed. You'll ${does}. ${held} set aside.`
}
