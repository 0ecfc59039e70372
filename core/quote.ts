// A quote with bid, ask and time, and whether its price is fresh.
import { hourMs } from './day.ts'
import { cents, fromDollars, roundTo, type Cents } from './money.ts'
import { openMsBetween } from './session.ts'
import type { Ticker } from './tickers.ts'

/** Orders get bid or ask, never the middle: its rounding would let a simple rule buy below and sell above the true price. */
export interface Prices {
  /** The middle, at which holdings are valued. */
  readonly price: Cents
  /** What a sale brings. */
  readonly bid: Cents
  /** What a buy costs. */
  readonly ask: Cents
}

export interface Quote extends Prices {
  readonly ticker: Ticker
  /** The time of the price, in milliseconds since 1970. */
  readonly at: number
  /** When the request for it began; missing in a computed price, which is of its own moment. */
  readonly askedAt?: number
}

/** From a price with fractions of a cent: a trade pays the fraction. A price is at least one cent. */
export const pricesOf = (dollars: number): Prices => ({
  price: atLeastOne(fromDollars(dollars)),
  bid: atLeastOne(Math.floor(dollars * 100)),
  ask: atLeastOne(Math.ceil(dollars * 100)),
})

/** From a price in whole cents: the unknown fraction may be nearly a cent on either side. */
export const pricesAround = (price: Cents): Prices => ({
  price,
  bid: atLeastOne(price - 1),
  ask: cents(price + 1),
})

const atLeastOne = (amount: number): Cents => cents(Math.max(1, amount))

/** A practice market that never closes, or the sessions of the New York Stock Exchange. */
export type MarketHours = 'always' | 'nyse'

export interface Freshness {
  readonly isFresh: boolean
  /** With one decimal. */
  readonly ageHours: number
}

/** A price is fresh for three hours, and as long as the market has been closed since. */
export function freshnessOf(at: number, now: number, hours: MarketHours): Freshness {
  const ageMs = Math.max(0, now - at)
  const isFresh = ageMs <= freshHours * hourMs || (hours === 'nyse' && isLastOfSession(at, now))
  return { isFresh, ageHours: roundTo(ageMs / hourMs, 1) }
}

export function staleWarning({ isFresh, ageHours }: Freshness): string | null {
  if (isFresh) return null
  return `Price data is ${inWords(ageHours)} hours old. Fresh data updates every ${freshHours} hours during market hours.`
}

const freshHours = 3

/** The last trade of a day falls some seconds before the bell. */
const lastTradeMs = 60_000

const isLastOfSession = (at: number, now: number): boolean => openMsBetween(at, now) <= lastTradeMs

const inWords = (ageHours: number): string =>
  Number.isInteger(ageHours) ? `${ageHours}.0` : String(ageHours)
