// Decides whether an order becomes a trade, waits or is refused: a pure function of the order, the portfolio and the quote.
import { minuteMs } from './day.ts'
import { costOfSale, type Holding, type Trade } from './ledger.ts'
import { cents, times, type Cents } from './money.ts'
import type { MarketHours, Quote } from './quote.ts'
import { isOpen, openingWords } from './session.ts'
import type { Ticker } from './tickers.ts'
import {
  isMet,
  nothingReserved,
  type Condition,
  type OrderSide,
  type Reserved,
} from './waiting-order.ts'

export interface OrderBase {
  readonly side: OrderSide
  readonly ticker: Ticker
  readonly quantity: number
  /** When the order reached the server. Without it, the order is never executed at a provider's price. */
  readonly arrivedAt?: number
}

export interface MarketOrder extends OrderBase {
  /** The price that the learner saw: only a limit for `price_moved`, never the price of the trade. */
  readonly expectedPrice: Cents
  readonly condition?: undefined
}

export interface ConditionalOrder extends OrderBase {
  readonly condition: Condition
  /** A stored order is executed only at prices after this time. */
  readonly waitingSince?: number
}

export type Order = MarketOrder | ConditionalOrder

export type OrderRefusal =
  | { readonly code: 'invalid_quantity' }
  | { readonly code: 'market_closed'; readonly opens: string }
  | { readonly code: 'no_price'; readonly ticker: Ticker }
  /** The age is null where no price is newer than the order. */
  | { readonly code: 'price_stale'; readonly ticker: Ticker; readonly ageMinutes: number | null }
  | { readonly code: 'price_moved'; readonly ticker: Ticker; readonly price: Cents }
  | {
      readonly code: 'insufficient_cash'
      readonly need: Cents
      readonly have: Cents
      readonly free: Cents
    }
  | {
      readonly code: 'insufficient_shares'
      readonly ticker: Ticker
      readonly have: number
      readonly free: number
    }

/** The portfolio at the instant of the decision. */
interface Means extends Holding {
  /** Cash and shares reserved by the other open orders. */
  readonly reserved?: Reserved
  readonly at: number
}

/** With the market. */
export interface Circumstances extends Means {
  readonly quote: Quote | null
  readonly hours: MarketHours
}

type Decided = { readonly trade: Trade } | { readonly refusal: OrderRefusal }

export function decide(order: MarketOrder, circumstances: Circumstances): Decided
export function decide(
  order: Order,
  circumstances: Circumstances,
): Decided | { readonly waits: true }
export function decide(
  order: Order,
  circumstances: Circumstances,
): Decided | { readonly waits: true } {
  if (!isQuantity(order.quantity)) return { refusal: { code: 'invalid_quantity' } }
  return order.condition === undefined
    ? decideNow(order, circumstances)
    : decideOnCondition(order, circumstances)
}

function decideNow(order: MarketOrder, circumstances: Circumstances): Decided {
  const { ticker } = order
  const { quote, at } = circumstances
  if (isClosed(circumstances))
    return { refusal: { code: 'market_closed', opens: openingWords(at) } }
  if (quote === null || quote.bid < 1) return { refusal: { code: 'no_price', ticker } }
  const price = priceOf(order, quote)
  const refusal =
    (isOlderThan(order, quote) ? hopelessRefusal(order, price, circumstances) : null) ??
    ageRefusal(order, quote, at) ??
    (hasMoved(order.expectedPrice, price) ? { code: 'price_moved', ticker, price } : null)
  return refusal === null ? decideAt(order, price, circumstances) : { refusal }
}

/** Decides an order whose price is certain. */
export function decideAt(order: OrderBase, price: Cents, means: Means): Decided {
  const refusal = meansRefusal(order, price, means)
  return refusal === null ? { trade: tradeOf(order, price, means) } : { refusal }
}

/** An order that cannot be executed now waits; only the cash or shares that it reserves must be available. */
function decideOnCondition(
  order: ConditionalOrder,
  circumstances: Circumstances,
): Decided | { readonly waits: true } {
  const { side, condition } = order
  const { quote, at } = circumstances
  const isReady =
    !isClosed(circumstances) &&
    quote !== null &&
    quote.bid >= 1 &&
    ageRefusal(order, quote, at) === null &&
    isAfter(order, quote) &&
    isMet(side, condition, quote)
  const price = isReady ? priceOf(order, quote) : condition.price
  const refusal = meansRefusal(order, price, circumstances)
  if (refusal !== null) return { refusal }
  return isReady ? { trade: tradeOf(order, price, circumstances) } : { waits: true }
}

/** Without closing hours, learners could trade on overnight news at yesterday's price. */
const isClosed = ({ hours, at }: Circumstances): boolean => hours === 'nyse' && !isOpen(at)

const priceOf = ({ side }: Order, { bid, ask }: Quote): Cents => (side === 'BUY' ? ask : bid)

function tradeOf({ side, ticker, quantity }: OrderBase, price: Cents, holding: Means): Trade {
  const cost = side === 'BUY' ? cents(0) : costOfSale(holding.position, quantity)
  return { type: side, ticker, quantity, price, at: holding.at, cost }
}

export const quantityMax = 1_000_000

export const isQuantity = (quantity: number): boolean =>
  Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= quantityMax

/** Whether the request for the quote began before the order arrived. */
const isOlderThan = ({ arrivedAt = Infinity }: Order, { askedAt = Infinity }: Quote): boolean =>
  askedAt < arrivedAt

/** A simulated price must be after the order's time; for a provider's price, isOlderThan checks the request's start. */
const isAfter = ({ waitingSince = -Infinity }: ConditionalOrder, quote: Quote): boolean =>
  quote.askedAt !== undefined || quote.at > waitingSince

/** An order for more than twice the cash is hopeless: no price halves between two requests. */
const hopelessFactor = 2

/** Refuses orders that no new price can make valid at the old price, so that they cause no request to the provider. */
function hopelessRefusal(
  order: Order,
  price: Cents,
  circumstances: Circumstances,
): OrderRefusal | null {
  const refusal = meansRefusal(order, price, circumstances)
  const isHopeless =
    refusal?.code === 'insufficient_shares' ||
    (refusal?.code === 'insufficient_cash' && refusal.need > hopelessFactor * refusal.free)
  return isHopeless ? refusal : null
}

/** Stricter than the freshness that pages show. */
const ageMinutesMax = 2

function ageRefusal(order: Order, quote: Quote, at: number): OrderRefusal | null {
  const { ticker } = order
  // A quote requested before the order would let learners who watch real-time prices elsewhere exploit our delay.
  if (isOlderThan(order, quote)) return { code: 'price_stale', ticker, ageMinutes: null }
  const ageMs = at - quote.at
  if (ageMs <= ageMinutesMax * minuteMs) return null
  return { code: 'price_stale', ticker, ageMinutes: Math.floor(ageMs / minuteMs) }
}

const movedPercentMax = 1
/** A difference of two cents is not a move, because it can be the spread of a cheap stock. */
const movedCentsMin = 2

const hasMoved = (expectedPrice: Cents, price: Cents): boolean => {
  const moved = Math.abs(price - expectedPrice)
  return moved * 100 > expectedPrice * movedPercentMax && moved > movedCentsMin
}

/** Cash and shares that other orders reserve are not available. */
function meansRefusal(
  { side, ticker, quantity }: OrderBase,
  price: Cents,
  { cash, position, reserved = nothingReserved }: Means,
): OrderRefusal | null {
  const need = times(price, quantity)
  const freeCash = cents(cash - reserved.cash)
  const freeShares = position.quantity - reserved.shares
  if (side === 'BUY' && need > freeCash) {
    return { code: 'insufficient_cash', need, have: cash, free: freeCash }
  }
  if (side === 'SELL' && quantity > freeShares) {
    return { code: 'insufficient_shares', ticker, have: position.quantity, free: freeShares }
  }
  return null
}
