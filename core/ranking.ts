// The size of a ranking, how long ranks are stored, and when the next ranking is due.
import { addDays, dayMs, dayOf, minuteMs, startOfDay } from './day.ts'

/** The number of learners on the leaderboard. */
export const topCount = 10

/** The days for which ranks are stored. */
export const rankDaysMax = 30

/** Longer than the pause of the ranking job and the difference between two nodes' clocks. */
const marginMs = 5 * minuteMs

/** After 24 hours, but before the next New York day ends: in spring a day has only 23 hours. */
export const nextRankingAt = (at: number): number =>
  Math.min(at + dayMs, startOfDay(addDays(dayOf(at), 2)) - marginMs)

export interface LatestRanking {
  readonly at: number
  /** The number of ranked accounts. */
  readonly accounts: number
}

/**
 * An empty ranking is replaced as soon as there are contestants. A ranking from the future was made by a wrong clock and
 * is replaced as well.
 */
export function isRankingDue(
  latest: LatestRanking | null,
  { now, hasContestants }: { readonly now: number; readonly hasContestants: boolean },
): boolean {
  if (latest === null || now >= nextRankingAt(latest.at) || latest.at > now + marginMs) return true
  return latest.accounts === 0 && hasContestants
}
