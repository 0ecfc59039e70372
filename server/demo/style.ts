// A way of trading: it looks at a morning and says what it wants to do that day.
import type { Position } from '@tengrand/core/ledger.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Chance } from './chance.ts'

/** Everybody has habits of their own within a style, by chance. */
export type MakeStyle = (chance: Chance) => Style

export type Style = (morning: Morning) => readonly Wish[]

/** All that somebody knows when a day begins. */
export interface Morning {
  /** Trading days since the first one. */
  readonly daysIn: number
  readonly cash: Cents
  readonly positions: ReadonlyMap<Ticker, Position>
  /** So many trading days ago; 1 is the latest that is known. */
  readonly close: (ticker: Ticker, daysAgo: number) => Cents
}

/** For so many cents at most, or so large a part of what is held. */
export type Wish = { readonly ticker: Ticker; readonly when: When } & (
  | { readonly type: 'BUY'; readonly spend: number }
  | { readonly type: 'SELL'; readonly part: number }
)

/** From 0 in the morning to 1 in the evening; null for whenever it suits. */
export type When = number | null

export const buy = (ticker: Ticker, spend: number, when: When = null): Wish => ({
  type: 'BUY',
  ticker,
  spend,
  when,
})

export const sell = (ticker: Ticker, part: number, when: When = null): Wish => ({
  type: 'SELL',
  ticker,
  part,
  when,
})

/** What is owned in all, at the latest closes. */
export function worthOf({ cash, positions, close }: Morning): number {
  let worth: number = cash
  for (const [ticker, { quantity }] of positions) worth += quantity * close(ticker, 1)
  return worth
}

/** What a position has gained on what it has cost: 0.1 for a tenth. */
export function gainOf({ positions, close }: Morning, ticker: Ticker): number {
  const { quantity, cost } = positions.get(ticker) ?? { quantity: 0, cost: 0 }
  return cost === 0 ? 0 : (quantity * close(ticker, 1)) / cost - 1
}

/** How far a stock has come in so many days. */
export const riseOf = ({ close }: Morning, ticker: Ticker, days: number): number =>
  close(ticker, 1) / close(ticker, 1 + days) - 1

export const byRise = (morning: Morning, days: number): Ticker[] =>
  tickers.toSorted((a, b) => riseOf(morning, b, days) - riseOf(morning, a, days))

/** How far a stock lies below its best close of so many days. */
export function fallOf({ close }: Morning, ticker: Ticker, days: number): number {
  const best = Math.max(...Array.from({ length: days }, (_, index) => close(ticker, 1 + index)))
  return 1 - close(ticker, 1) / best
}
