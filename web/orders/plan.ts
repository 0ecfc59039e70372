// What an order that is being written will do, in words, before it is sent: also where it cannot, or is no order yet.
import { formatMoney, fromDollars, times, type Cents } from '@tengrand/core/money.ts'
import type { MarketHours, Prices } from '@tengrand/core/quote.ts'
import { isMet, type OrderKind, type OrderSide } from '@tengrand/core/waiting-order.ts'

import type { Portfolio } from '../portfolio/queries.ts'
import { isOpenNow } from './time.ts'
import { reservedWords, sharesOf } from './words.ts'

/** What is not an order yet: null stands for what cannot be understood. */
interface Wished {
  readonly side: OrderSide
  readonly kind: OrderKind
  readonly ticker: string
  readonly quantity: number | null
  readonly price: Cents | null
}

interface Means {
  readonly cash: Cents
  readonly shares: number
  /** With those that other orders hold. */
  readonly allShares: number
}

interface Circumstances {
  /** Undefined where it is not known. */
  readonly means: Means | undefined
  readonly hours: MarketHours | null
}

export interface Plan {
  readonly tone: 'waits' | 'met' | 'too-much' | 'fault'
  readonly words: string
}

export function planOf(wished: Wished, prices: Prices, { means, hours }: Circumstances): Plan {
  const { side, kind, ticker, quantity, price } = wished
  if (price === null || quantity === null) return { tone: 'fault', words: faultWords(wished) }
  const met = isMet(side, { kind, price }, prices) && isOpenNow(hours)
  const pays = met && side === 'BUY' ? prices.ask : price
  const tooMuch = means && tooMuchWords({ side, ticker, quantity }, pays, means)
  if (tooMuch) return { tone: 'too-much', words: tooMuch }
  if (met) {
    const does = side === 'BUY' ? 'buys' : 'sells'
    const words = `That price is there already: this ${does} ${sharesOf(quantity)} at once.`
    return { tone: 'met', words }
  }
  const does = `${side === 'BUY' ? 'Buys' : 'Sells'} ${sharesOf(quantity)} of ${ticker}`
  const held = `${reservedWords(side, quantity, price)} will be set aside.`
  return { tone: 'waits', words: `${does} ${whenWords(side, kind, price)} ${held}` }
}

function whenWords(side: OrderSide, kind: OrderKind, price: Cents): string {
  const at = formatMoney(price)
  if (side === 'BUY') return `when the price is ${at} or less.`
  if (kind === 'limit') return `when the price is ${at} or more.`
  return `when the price has fallen to ${at}. Where it jumps past that, the sale is at a lower price.`
}

const faultWords = ({ quantity, price }: Wished): string =>
  [
    quantity === null ? 'Enter how many shares, a whole number.' : '',
    price === null ? 'Enter a price in dollars and cents, such as 189.50.' : '',
  ]
    .join(' ')
    .trim()

/** Null where there is enough. */
function tooMuchWords(
  { side, ticker, quantity }: { side: OrderSide; ticker: string; quantity: number },
  price: Cents,
  { cash, shares, allShares }: Means,
): string | null {
  if (side === 'BUY') {
    const isTooMuch = times(price, quantity) > cash
    return isTooMuch ? `That is more than you have: ${formatMoney(cash)} is free.` : null
  }
  if (quantity <= shares) return null
  if (allShares === 0) return `You have no ${ticker} to sell.`
  if (shares === allShares) return `That is more than you have: ${sharesOf(shares)} of ${ticker}.`
  if (shares === 0) return `Open orders hold your ${sharesOf(allShares)} of ${ticker}.`
  return `${shares} of your ${sharesOf(allShares)} ${shares === 1 ? 'is' : 'are'} free.`
}

export function meansIn({ free_cash, holdings }: Portfolio, ticker: string): Means {
  const held = holdings.find((holding) => holding.ticker === ticker)
  return {
    cash: fromDollars(free_cash),
    shares: held?.free_quantity ?? 0,
    allShares: held?.quantity ?? 0,
  }
}
