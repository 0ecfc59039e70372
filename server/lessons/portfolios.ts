// Finds the lesson that a portfolio of an order belongs to.
import { BoundedMap } from '../bounded-map.ts'
import type { Tx } from '../db/handle.ts'
import type { PortfolioRef } from '../ledger/portfolios.ts'
import type { MarketOf } from '../market/markets.ts'
import { isLiveLesson, type LiveLesson } from './live.ts'

interface FoundLesson {
  readonly contestId: number
  readonly lesson: LiveLesson
}

export type FindLessonOf = (ref: PortfolioRef) => Promise<FoundLesson | null>

const rememberedMax = 100_000

/** Remembers the contest of a portfolio, which never changes. Null for all other portfolios. */
export function createFindLessonOf(db: Tx, marketOf: MarketOf): FindLessonOf {
  const contests = new BoundedMap<string, number>(rememberedMax)
  return async ({ accountId, publicId }) => {
    if (publicId === null) return null
    const name = `${accountId} ${publicId}`
    let contestId = contests.get(name)
    if (contestId === undefined) {
      const [row] = await db.query<{ contestId: number }>(
        'select contest_id as "contestId" from portfolio where public_id = $1 and account_id = $2',
        [publicId, accountId],
      )
      if (row === undefined) return null
      contestId = row.contestId
      contests.set(name, contestId)
    }
    const lesson = await marketOf({ contestId })
    return isLiveLesson(lesson) ? { contestId, lesson } : null
  }
}
