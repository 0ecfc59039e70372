// A price with its age: whether it is fresh, and what to say when it is not.
import type { Cents } from './money.ts'
import { roundTo } from './money.ts'
import { openMsBetween } from './session.ts'
import type { Ticker } from './tickers.ts'

export interface Quote {
  readonly ticker: Ticker
  readonly price: Cents
  /** When it was the price, in milliseconds since 1970. */
  readonly at: number
}

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
