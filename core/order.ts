// Whether an order becomes a trade: decided from values alone, so that it can be decided anywhere and tested with a table.
import { costOfSale, type Holding, type Trade } from './ledger.ts'
import { cents, times, type Cents } from './money.ts'
import type { MarketHours, Quote } from './quote.ts'
import { isOpen, openingWords } from './session.ts'
import type { Ticker } from './tickers.ts'

export interface Order {
  readonly side: 'BUY' | 'SELL'
  readonly ticker: Ticker
  readonly quantity: number
  /** What the learner saw; a guard, never what they pay. */
  readonly expectedPrice: Cents
  /** When it reached us. Without it, an order is never executed at a provider's price. */
  readonly arrivedAt?: number
}

export type OrderRefusal =
  | { readonly code: 'invalid_quantity' }
  | { readonly code: 'market_closed'; readonly opens: string }
  | { readonly code: 'no_price'; readonly ticker: Ticker }
  /** Without an age, there is no price yet that is newer than the order. */
  | { readonly code: 'price_stale'; readonly ticker: Ticker; readonly ageMinutes: number | null }
  | { readonly code: 'price_moved'; readonly ticker: Ticker; readonly price: Cents }
  | { readonly code: 'insufficient_cash'; readonly need: Cents; readonly have: Cents }
  | { readonly code: 'insufficient_shares'; readonly ticker: Ticker; readonly have: number }

/** What the portfolio and the market are like at the instant of the decision. */
export interface Circumstances extends Holding {
  readonly quote: Quote | null
  readonly hours: MarketHours
  readonly at: number
}

export function decide(
  order: Order,
  circumstances: Circumstances,
): { readonly trade: Trade } | { readonly refusal: OrderRefusal } {
  const { side, ticker, quantity } = order
  const { quote, hours, at } = circumstances
  if (!isQuantity(quantity)) return { refusal: { code: 'invalid_quantity' } }
  // Anyone could otherwise trade on the news of the night at the price of yesterday.
  if (hours === 'nyse' && !isOpen(at)) {
    return { refusal: { code: 'market_closed', opens: openingWords(at) } }
  }
  if (quote === null || quote.bid < 1) return { refusal: { code: 'no_price', ticker } }
  const price = side === 'BUY' ? quote.ask : quote.bid
  const refusal =
    (isOlderThan(order, quote) ? hopelessRefusal(order, price, circumstances) : null) ??
    priceRefusal(order, quote, price, at) ??
    meansRefusal(order, price, circumstances)
  if (refusal !== null) return { refusal }
  const cost = side === 'BUY' ? cents(0) : costOfSale(circumstances.position, quantity)
  return { trade: { type: side, ticker, quantity, price, at, cost } }
}

export const quantityMax = 1_000_000

export const isQuantity = (quantity: number): boolean =>
  Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= quantityMax

/** Whether a provider was asked for it before the order arrived. */
const isOlderThan = ({ arrivedAt = Infinity }: Order, { askedAt = Infinity }: Quote): boolean =>
  askedAt < arrivedAt

/** No price falls so far between two looks that an order for twice the cash could be paid. */
const hopelessFactor = 2

/** What no new price can help is refused before the provider is asked for one, or it would cost its sender nothing. */
function hopelessRefusal(
  order: Order,
  price: Cents,
  circumstances: Circumstances,
): OrderRefusal | null {
  const refusal = meansRefusal(order, price, circumstances)
  const isHopeless =
    refusal?.code === 'insufficient_shares' ||
    (refusal?.code === 'insufficient_cash' && refusal.need > hopelessFactor * refusal.have)
  return isHopeless ? refusal : null
}

const minuteMs = 60_000
/** A trade needs a younger price than a page does. */
const ageMinutesMax = 2

function priceRefusal(order: Order, quote: Quote, price: Cents, at: number): OrderRefusal | null {
  const { ticker, expectedPrice } = order
  // Whoever watches the world's price elsewhere would otherwise order whenever ours lags behind it.
  if (isOlderThan(order, quote)) return { code: 'price_stale', ticker, ageMinutes: null }
  const ageMs = at - quote.at
  if (ageMs > ageMinutesMax * minuteMs) {
    return { code: 'price_stale', ticker, ageMinutes: Math.floor(ageMs / minuteMs) }
  }
  return hasMoved(expectedPrice, price) ? { code: 'price_moved', ticker, price } : null
}

const movedPercentMax = 1
/** What the sides of a cheap stock are apart is no move. */
const movedCentsMin = 2

const hasMoved = (expectedPrice: Cents, price: Cents): boolean => {
  const moved = Math.abs(price - expectedPrice)
  return moved * 100 > expectedPrice * movedPercentMax && moved > movedCentsMin
}

function meansRefusal(
  { side, ticker, quantity }: Order,
  price: Cents,
  { cash, position }: Holding,
): OrderRefusal | null {
  const need = times(price, quantity)
  if (side === 'BUY' && need > cash) return { code: 'insufficient_cash', need, have: cash }
  if (side === 'SELL' && quantity > position.quantity) {
    return { code: 'insufficient_shares', ticker, have: position.quantity }
  }
  return null
}
