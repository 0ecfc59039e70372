// What the ranks of the last days say: how far the learner has moved, and their best day.
import type { MyRanks } from './queries.ts'

type DayRank = Pick<MyRanks['ranks'][number], 'date' | 'rank'>

export interface Moves {
  /** Above zero toward the first place. */
  readonly places: number
  /** The day of the ranking before the last one. */
  readonly since: string
  /** The latest of the best days. */
  readonly best: DayRank
}

/** Oldest first; from a single ranking nobody has moved. */
export function movesOf(ranks: readonly DayRank[]): Moves | null {
  const last = ranks.at(-1)
  const before = ranks.at(-2)
  if (!last || !before) return null
  const best = ranks.reduce((found, next) => (next.rank <= found.rank ? next : found))
  return { places: before.rank - last.rank, since: before.date, best }
}
