// A quote with bid, ask and time, and whether its price is fresh.
import { hourMs } from './day.ts'
import { cents, fromDollars, roundTo, type Cents } from './money.ts'
import { openMsBetween } from './session.ts'
import type { Ticker } from './tickers.ts'

/** Orders execute at bid or ask: the rounded middle would let learners buy below and sell above the true price. */
export interface Prices {
  /** The middle of bid and ask, used to value holdings. */
  readonly price: Cents
  /** The price of a sale. */
  readonly bid: Cents
  /** The price of a buy. */
  readonly ask: Cents
}

export interface Quote extends Prices {
  readonly ticker: Ticker
  /** The time of the price, in milliseconds since 1970. */
  readonly at: number
  /** When the request for the quote began; missing for a simulated price, which is computed for its own time. */
  readonly askedAt?: number
}

/** Quotes a price with fractions of a cent: bid and ask round against the trader. A price is at least one cent. */
export const pricesOf = (dollars: number): Prices => ({
  price: atLeastOne(fromDollars(dollars)),
  bid: atLeastOne(Math.floor(dollars * 100)),
  ask: atLeastOne(Math.ceil(dollars * 100)),
})

/** Quotes a price in whole cents: the unknown fraction can be almost a cent in either direction. */
export const pricesAround = (price: Cents): Prices => ({
  price,
  bid: atLeastOne(price - 1),
  ask: cents(price + 1),
})

/** The spread of a lesson: 0.1% on each side, and at least a cent, so that trading without end has a cost to show. */
export function spreadAround(dollars: number): Prices {
  const price = atLeastOne(fromDollars(dollars))
  const half = Math.max(1, Math.ceil(price / 1_000))
  return { price, bid: atLeastOne(price - half), ask: cents(price + half) }
}

const atLeastOne = (amount: number): Cents => cents(Math.max(1, amount))

/** Either a simulated market that never closes, or the sessions of the New York Stock Exchange. */
export type MarketHours = 'always' | 'nyse'

export interface Freshness {
  readonly isFresh: boolean
  /** The age in hours with one decimal. */
  readonly ageHours: number
}

/** A price is fresh for three hours; the last price of a session is fresh until the next one opens. */
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

/** The last trade of a day can be some seconds before the close. */
const lastTradeMs = 60_000

const isLastOfSession = (at: number, now: number): boolean => openMsBetween(at, now) <= lastTradeMs

const inWords = (ageHours: number): string =>
  Number.isInteger(ageHours) ? `${ageHours}.0` : String(ageHours)
