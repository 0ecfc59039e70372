// The plan of a limit or stop order: a sentence of what the draft will do, or that it lacks a price. Its end is by the clock of the browser,
// for the sentence alone: the server uses its own.
import { formatMoney, formatShares, type Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Prices } from '@tengrand/core/quote.ts'
import { isOpen } from '@tengrand/core/session.ts'
import {
  expiryOf,
  isMet,
  type OrderKind,
  type OrderLasts,
  type OrderSide,
} from '@tengrand/core/waiting-order.ts'

import { instantNow, toTheMinute } from '../ui/instant.ts'
import { reservedWords } from './words.ts'

/** Null for a field that is empty or invalid. */
interface ConditionalDraft {
  readonly side: OrderSide
  readonly kind: OrderKind
  readonly ticker: string
  readonly quantity: number | null
  readonly price: Cents | null
  /** Whether it is more than the learner has. */
  readonly isTooMuch: boolean
}

export interface Plan {
  readonly tone: 'waits' | 'met' | 'fault'
  readonly words: string
}

/** The hours are null until they are loaded. The field of the quantity says what is wrong with that. */
export function planOf(
  { side, kind, ticker, quantity, price, isTooMuch }: ConditionalDraft,
  prices: Prices,
  hours: MarketHours | null,
): Plan {
  if (price === null)
    return {
      tone: 'fault',
      words: 'Enter a price in dollars and cents, like 189.50.',
    }
  if (quantity === null)
    return { tone: 'waits', words: 'Fill in a quantity to see what your order does.' }
  const isOpenNow = hours !== 'nyse' || isOpen(instantNow())
  const met = isMet(side, { kind, price }, prices) && isOpenNow
  if (met) {
    const does = side === 'BUY' ? 'buys' : 'sells'
    const where = side === 'SELL' && kind === 'limit' ? 'at or below' : 'at or above'
    const words = `Your ${kind} is ${where} the current price, so this ${does} ${formatShares(quantity)} right away.`
    return { tone: 'met', words }
  }
  const does = `${side === 'BUY' ? 'Buys' : 'Sells'} ${formatShares(quantity)} of ${ticker}`
  const held = isTooMuch ? '' : ` ${reservedWords(side, quantity, price)} will be set aside.`
  return { tone: 'waits', words: `${does} ${whenWords(side, kind, price)}${held}` }
}

function whenWords(side: OrderSide, kind: OrderKind, price: Cents): string {
  const at = formatMoney(price)
  if (side === 'BUY') return `when the price is ${at} or less.`
  if (kind === 'limit') return `when the price is ${at} or more.`
  return `when the price falls to ${at}. If the price gaps below your stop, you'll sell for less.`
}

/** The end of the order, in the time zone of the browser. */
export function untilWords(lasts: OrderLasts, hours: MarketHours): string {
  const end = expiryOf(lasts, instantNow(), hours)
  return `Lasts until ${(lasts === 'gtc' ? date : dateAndTime).format(end)}.`
}

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const dateAndTime = new Intl.DateTimeFormat('en-US', toTheMinute)
