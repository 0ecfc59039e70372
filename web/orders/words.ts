// Orders that wait for their price, in plain words: what they wait for, what they hold, what became of them.
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

import type { WaitingOrder } from './queries.ts'

/** When it becomes a trade. */
function conditionWords({ type, kind, price }: Pick<WaitingOrder, 'type' | 'kind' | 'price'>) {
  const at = formatMoney(fromDollars(price))
  if (type === 'BUY') return `at ${at} or less`
  return kind === 'limit' ? `at ${at} or more` : `if it falls to ${at}`
}

export const orderWords = (order: WaitingOrder): string =>
  `${order.type === 'BUY' ? 'Buy' : 'Sell'} ${formatShares(order.quantity)} ${conditionWords(order)}`

/** What nothing else can use while it waits: cash, or shares. */
export const reservedWords = (side: OrderSide, quantity: number, price: Cents): string =>
  side === 'BUY' ? formatMoney(times(price, quantity)) : formatShares(quantity)

export const heldWords = (side: OrderSide, quantity: number, price: Cents): string =>
  `${reservedWords(side, quantity, price)} ${side === 'BUY' || quantity === 1 ? 'is' : 'are'}`

/** How far the price of its side is from what the order waits for. */
export function distanceWords({ type, kind, price }: WaitingOrder, prices: Prices): string {
  const limit = fromDollars(price)
  if (isMet(type, { kind, price: limit }, prices)) return 'Price reached'
  const now = type === 'BUY' ? prices.ask : prices.bid
  const away = cents(Math.abs(now - limit))
  return `${formatMoney(away)} (${formatPercent(percent(away, now)).slice(1)}) away`
}

/** 'Bought 5 shares of AAPL at $179.98'; a stop says when it got less than its price. */
function fillWords({ type, kind, quantity, ticker, price, filled }: WaitingOrder): string {
  if (!filled) return ''
  const done = `${type === 'BUY' ? 'bought' : 'sold'} ${formatShares(quantity)} of ${ticker} at ${formatMoney(fromDollars(filled.price))}`
  return kind === 'stop' && filled.price < price
    ? `${done}, below the stop of ${formatMoney(fromDollars(price))}`
    : done
}

/** What became of an order that ended by itself. */
export function notificationWords(order: WaitingOrder): string {
  const { type, ticker, quantity, state, filled } = order
  if (filled) return `Your order: ${fillWords(order)}`
  const wish = `${type === 'BUY' ? 'buy' : 'sell'} ${formatShares(quantity)} of ${ticker} ${conditionWords(order)}`
  return `Your order ${state === 'expired' ? 'expired' : `was c${stateWords(order).slice(1)}`}: ${wish}`
}

/** How it stands, for a list of all orders. */
export function stateWords(order: WaitingOrder): string {
  const { kind, price, state, reason, filled, expires_at } = order
  if (filled) {
    const isBelow = kind === 'stop' && filled.price < price
    return `Filled at ${formatMoney(fromDollars(filled.price))}${isBelow ? ', below the stop' : ''}, ${timeWords(filled.at)}`
  }
  if (state === 'open') return `Open until ${timeWords(expires_at)}`
  return state === 'expired' ? 'Expired' : `Cancelled${reason ? reasons[reason] : ''}`
}

const reasons: Readonly<Record<NonNullable<WaitingOrder['reason']>, string>> = {
  learner: ' by you',
  split: ' because of a split',
  chapter_closed: ' because the chapter ended',
  account_locked: ' because the account was locked',
}

/** Where the reader is, in the language of the pages. */
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
export const timeWords = (timestamp: string): string => dateAndTime.format(Date.parse(timestamp))

/** The answer to an order: it waits, was executed at once, or is over where it was sent a second time much later. */
export function placedWords(order: WaitingOrder): string {
  const { type, ticker, quantity, price, state } = order
  if (state === 'filled')
    return `${fillWords(order).replace(/^./, (first) => first.toUpperCase())}.`
  if (state !== 'open') return `${stateWords(order)}.`
  const held = heldWords(type, quantity, fromDollars(price))
  return `Order placed: ${type === 'BUY' ? 'buys' : 'sells'} ${formatShares(quantity)} of ${ticker} ${conditionWords(order)}. ${held} set aside.`
}
