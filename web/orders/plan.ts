// The plan of a limit or stop order: a sentence of what the draft will do, or what it lacks. Its end is by the clock of the browser,
// for the sentence alone: the server uses its own.
import { formatMoney, formatShares, times, type Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Prices } from '@tengrand/core/quote.ts'
import { isOpen } from '@tengrand/core/session.ts'
import {
  expiryOf,
  isMet,
  type OrderKind,
  type OrderLasts,
  type OrderSide,
} from '@tengrand/core/waiting-order.ts'

import type { BuyingPower } from './buying-power.ts'
import { reservedWords } from './words.ts'

/** Null for a field that is empty or invalid. */
interface ConditionalDraft {
  readonly side: OrderSide
  readonly kind: OrderKind
  readonly ticker: string
  readonly quantity: number | null
  readonly price: Cents | null
}

export interface Plan {
  readonly tone: 'waits' | 'met' | 'too-much' | 'fault'
  readonly words: string
}

/** The last two are null until they are loaded. */
export function planOf(
  { side, kind, ticker, quantity, price }: ConditionalDraft,
  prices: Prices,
  power: BuyingPower | null,
  hours: MarketHours | null,
): Plan {
  if (price === null || quantity === null)
    return { tone: 'fault', words: faultWords(quantity, price) }
  const isOpenNow = hours !== 'nyse' || isOpen(instantNow())
  const met = isMet(side, { kind, price }, prices) && isOpenNow
  const pays = met && side === 'BUY' ? prices.ask : price
  const tooMuch = power && tooMuchWords(side, ticker, quantity, pays, power)
  if (tooMuch) return { tone: 'too-much', words: tooMuch }
  if (met) {
    const does = side === 'BUY' ? 'buys' : 'sells'
    const where = side === 'SELL' && kind === 'limit' ? 'at or below' : 'at or above'
    const words = `Your ${kind} is ${where} the current price, so this ${does} ${formatShares(quantity)} right away.`
    return { tone: 'met', words }
  }
  const does = `${side === 'BUY' ? 'Buys' : 'Sells'} ${formatShares(quantity)} of ${ticker}`
  const held = `${reservedWords(side, quantity, price)} will be set aside.`
  return { tone: 'waits', words: `${does} ${whenWords(side, kind, price)} ${held}` }
}

function whenWords(side: OrderSide, kind: OrderKind, price: Cents): string {
  const at = formatMoney(price)
  if (side === 'BUY') return `when the price is ${at} or less.`
  if (kind === 'limit') return `when the price is ${at} or more.`
  return `when the price falls to ${at}. If the price gaps below your stop, you'll sell for less.`
}

function faultWords(quantity: number | null, price: Cents | null): string {
  const quantityFault = quantity === null ? 'Enter how many shares, a whole number. ' : ''
  const priceFault = price === null ? 'Enter a price in dollars and cents, such as 189.50.' : ''
  return `${quantityFault}${priceFault}`.trim()
}

/** Null where the buying power is enough. */
function tooMuchWords(
  side: OrderSide,
  ticker: string,
  quantity: number,
  price: Cents,
  { cash, shares, allShares }: BuyingPower,
): string | null {
  if (side === 'BUY') {
    const isTooMuch = times(price, quantity) > cash
    return isTooMuch ? `You only have ${formatMoney(cash)} free.` : null
  }
  if (quantity <= shares) return null
  if (allShares === 0) return `You have no ${ticker} to sell.`
  if (shares === allShares) return `You only have ${formatShares(shares)} of ${ticker}.`
  if (shares === 0) return `Open orders hold your ${formatShares(allShares)} of ${ticker}.`
  return `${shares} of your ${formatShares(allShares)} ${shares === 1 ? 'is' : 'are'} free.`
}

const instantNow = (): number => performance.timeOrigin + performance.now()

/** The end of the order, in the time zone of the browser. */
export function untilWords(lasts: OrderLasts, hours: MarketHours): string {
  const end = expiryOf(lasts, instantNow(), hours)
  return `Lasts until ${(lasts === 'gtc' ? date : dateAndTime).format(end)}.`
}

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const dateAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
