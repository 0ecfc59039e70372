// The sentences about what becomes of a limit or stop order: placed, filled, expired, cancelled.
import { formatMoney, formatShares, fromDollars, type Cents } from '@tengrand/core/money.ts'
import type { OrderKind, OrderSide } from '@tengrand/core/waiting-order.ts'

import type { Order } from './queries.ts'
import { conditionWords, reservedWords, timeWords } from './words.ts'

const orderNames: Readonly<Record<OrderKind, string>> = { limit: 'Limit', stop: 'Stop' }

/** 'buy 3 shares of AMD' */
export const sharesWords = (type: OrderSide, quantity: number, ticker: string): string =>
  `${type === 'BUY' ? 'buy' : 'sell'} ${formatShares(quantity)} of ${ticker}`

/** 'buy 5 shares of AAPL at $180.00 or less' */
export const askedWords = (
  order: Pick<Order, 'type' | 'kind' | 'price' | 'quantity' | 'ticker'>,
): string => `${sharesWords(order.type, order.quantity, order.ticker)} ${conditionWords(order)}`

const heldWords = (side: OrderSide, quantity: number, price: Cents): string =>
  `${reservedWords(side, quantity, price)} ${side === 'BUY' || quantity === 1 ? 'is' : 'are'}`

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
  contest_over: ' because the league ended',
  league_left: ' because you are no longer in the league',
}

/** The message after `placeOrder`: the order is open or filled, or closed where a late retry got the first response. */
export function placedWords(order: Order): string {
  const { type, kind, quantity, price, state } = order
  if (state === 'filled')
    return `${fillWords(order).replace(/^./, (first) => first.toUpperCase())}.`
  if (state !== 'open') return `${stateWords(order)}.`
  const held = heldWords(type, quantity, fromDollars(price))
  return `${orderNames[kind]} order placed. You'll ${askedWords(order)}. ${held} set aside.`
}
