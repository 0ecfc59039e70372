// Who stands where among all who trade: by return, at one common set of prices, and when that is found out anew.
import { addDays, dayOf, startOfDay } from './day.ts'
import type { Portfolio } from './ledger.ts'
import type { Cents } from './money.ts'
import type { Ticker } from './tickers.ts'
import { valuationOf } from './valuation.ts'

export interface Contestant extends Portfolio {
  readonly id: number
  /** Null for somebody who has never traded, and so is not ranked. */
  readonly firstTradeAt: number | null
}

export interface RankedAccount {
  readonly id: number
  /** From 1 on; no two have the same. */
  readonly rank: number
  readonly cash: Cents
  readonly value: Cents
}

/**
 * Everybody began with the same ten grand, so who has the higher value has the higher return. Of two that are equal,
 * the one who traded first is ahead. Without the price of a stock that somebody holds there is no ranking at all: it
 * would be unfair to those who hold it, or a guess.
 */
export function rankingOf(
  contestants: readonly Contestant[],
  priceOf: (ticker: Ticker) => Cents | null,
): readonly RankedAccount[] | { readonly missing: Ticker } {
  const valued: (Omit<RankedAccount, 'rank'> & { readonly firstTradeAt: number })[] = []
  for (const { id, firstTradeAt, ...portfolio } of contestants) {
    if (firstTradeAt === null) continue
    const valuation = valuationOf(portfolio, priceOf)
    if ('missing' in valuation) return valuation
    valued.push({ id, firstTradeAt, cash: valuation.cash, value: valuation.total })
  }
  return valued
    .toSorted((a, b) => b.value - a.value || a.firstTradeAt - b.firstTradeAt || a.id - b.id)
    .map(({ id, cash, value }, index) => ({ id, rank: index + 1, cash, value }))
}

/** So many are on the leaderboard. */
export const topCount = 10

/** So many days a learner can look back on. */
export const rankDaysMax = 30

const minuteMs = 60_000
const rankingLastsMs = 24 * 60 * minuteMs
/** Longer than a look takes to come, and than the clocks of two nodes differ. */
const marginMs = 5 * minuteMs

/** After 24 hours, and before the next New York day ends: in spring that comes sooner. */
export const nextRankingAt = (at: number): number =>
  Math.min(at + rankingLastsMs, startOfDay(addDays(dayOf(at), 2)) - marginMs)

/** What is known of the latest ranking. */
export interface LatestRanking {
  readonly at: number
  /** How many are in it. */
  readonly accounts: number
}

/**
 * An empty one does not last: the first who trade shall not wait for a day. One from the future was made by a clock
 * that was wrong, and would stand until then.
 */
export function isRankingDue(
  latest: LatestRanking | null,
  { now, hasContestants }: { readonly now: number; readonly hasContestants: boolean },
): boolean {
  if (latest === null || now >= nextRankingAt(latest.at) || latest.at > now + marginMs) return true
  return latest.accounts === 0 && hasContestants
}
