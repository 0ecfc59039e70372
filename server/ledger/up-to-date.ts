// Brings a portfolio up to date before it is read: applies new splits, and ends it once its contest is over.
import { endPortfolios, type ContestEndDeps } from './contest-end.ts'
import { endsAtSql } from './contest-times.ts'
import { applySplits } from './splits.ts'

/** What a read needs that may first bring a portfolio up to date. */
export type ReadDeps = ContestEndDeps

/** What is known of a portfolio that was read. */
export interface ReadState {
  readonly id: number
  readonly contestId: number
  /** Whether a split is known that has not been applied to it. */
  readonly hasNewSplits: boolean
  /** When its contest ends; null if it has no end, or if the portfolio is closed already. */
  readonly openUntil: number | null
}

/** The columns of `portfolio p` for ReadState, besides its ids. */
export const stateColumns = `p.splits_through < (select coalesce(max(id), 0) from split) as "hasNewSplits",
  case when p.contest_id <> 1 and p.closed_at is null then (
    select ${endsAtSql} from contest c where id = p.contest_id
  ) end as "openUntil"`

/** False if there was nothing to do, so the portfolio need not be read again. */
export async function bringUpToDate(deps: ReadDeps, state: ReadState): Promise<boolean> {
  const { id, contestId, hasNewSplits, openUntil } = state
  if (openUntil !== null && (await deps.marketOf(state)).now() >= openUntil) {
    await endPortfolios(deps, contestId, [id])
    return true
  }
  if (hasNewSplits) await deps.db.transaction((tx) => applySplits(tx, [id], deps.log))
  return hasNewSplits
}
