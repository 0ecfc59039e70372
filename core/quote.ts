// A price with its age: whether it is fresh, and what to say when it is not.
import { cents, fromDollars, roundTo, type Cents } from './money.ts'
import { openMsBetween } from './session.ts'
import type { Ticker } from './tickers.ts'

/** Nobody gets the price in the middle: a rule of thumb could live off its rounding, buying below and selling above. */
export interface Prices {
  /** In the middle; what things are worth. */
  readonly price: Cents
  /** What a sale brings. */
  readonly bid: Cents
  /** What a buy costs. */
  readonly ask: Cents
}

export interface Quote extends Prices {
  readonly ticker: Ticker
  /** When it was the price, in milliseconds since 1970. */
  readonly at: number
  /** When its source was asked for it; a computed price has no such time, since it is made for the moment it is for. */
  readonly askedAt?: number
}

/** Of a price that is known to fractions of a cent: who trades pays the fraction. A stock is never free. */
export const pricesOf = (dollars: number): Prices => ({
  price: atLeastOne(fromDollars(dollars)),
  bid: atLeastOne(Math.floor(dollars * 100)),
  ask: atLeastOne(Math.ceil(dollars * 100)),
})

/** Of a price that is known in whole cents only: the fraction may be nearly a cent on either side. */
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
  /** With one decimal, as a person reads it. */
  readonly ageHours: number
}

/** Fresh is a price of the last three hours, and one that has not been traded since because the market was closed. */
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
const hourMs = 3_600_000

/** The last trade of a day falls some seconds before the bell. */
const lastTradeMs = 60_000

const isLastOfSession = (at: number, now: number): boolean => openMsBetween(at, now) <= lastTradeMs

const inWords = (ageHours: number): string =>
  Number.isInteger(ageHours) ? `${ageHours}.0` : String(ageHours)
