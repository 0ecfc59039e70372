// The interface of a trading style: a function from the state of a morning to the intended trades of the day.
import type { Position } from '@tengrand/core/ledger.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Chance } from './chance.ts'

/** Creates a style with random habits. */
export type MakeStyle = (chance: Chance) => Style

export type Style = (morning: Morning) => readonly Intent[]

/** The portfolio and the known closes when a day begins. */
export interface Morning {
  /** Trading days since the first one. */
  readonly daysIn: number
  readonly cash: Cents
  readonly positions: ReadonlyMap<Ticker, Position>
  /** The close of some trading days ago; 1 is the latest. */
  readonly close: (ticker: Ticker, daysAgo: number) => Cents
}

/** A purchase for at most `spend` cents, or a sale of a part of the position. */
export type Intent = { readonly ticker: Ticker; readonly when: When } & (
  | { readonly type: 'BUY'; readonly spend: number }
  | { readonly type: 'SELL'; readonly part: number }
)

/** From 0 in the morning to 1 in the evening; null for a random time. */
export type When = number | null

export const buy = (ticker: Ticker, spend: number, when: When = null): Intent => ({
  type: 'BUY',
  ticker,
  spend,
  when,
})

export const sell = (ticker: Ticker, part: number, when: When = null): Intent => ({
  type: 'SELL',
  ticker,
  part,
  when,
})

/** The value of the portfolio at the latest closes. */
export function worthOf({ cash, positions, close }: Morning): number {
  let worth: number = cash
  for (const [ticker, { quantity }] of positions) worth += quantity * close(ticker, 1)
  return worth
}

/** The gain of a position relative to its cost: 0.1 for a tenth. */
export function gainOf({ positions, close }: Morning, ticker: Ticker): number {
  const { quantity, cost } = positions.get(ticker) ?? { quantity: 0, cost: 0 }
  return cost === 0 ? 0 : (quantity * close(ticker, 1)) / cost - 1
}

/** The relative change of a stock over some days. */
export const riseOf = ({ close }: Morning, ticker: Ticker, days: number): number =>
  close(ticker, 1) / close(ticker, 1 + days) - 1

export const byRise = (morning: Morning, days: number): Ticker[] =>
  tickers.toSorted((a, b) => riseOf(morning, b, days) - riseOf(morning, a, days))

/** The relative distance of a stock below its best close of some days. */
export function fallOf({ close }: Morning, ticker: Ticker, days: number): number {
  const best = Math.max(...Array.from({ length: days }, (_, index) => close(ticker, 1 + index)))
  return 1 - close(ticker, 1) / best
}
