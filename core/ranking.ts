// How much of a ranking is shown and kept, and when it is made anew.
import { addDays, dayOf, startOfDay } from './day.ts'

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
