// Reads what decides about orders in contests: their times, and the kinds of orders that they allow.
import type { LeagueOrders } from '@tengrand/core/league.ts'

import type { Tx } from '../db/handle.ts'
import { endsAtSql, startsAtSql } from './contest-times.ts'

export interface ContestTerms {
  readonly id: number
  readonly startsAt: number
  /** Null for a contest without an end. */
  readonly endsAt: number | null
  readonly orders: LeagueOrders
  /** Its orders have a queue of their own. */
  readonly isLesson: boolean
}

/** Read after the locks of the portfolios, because the rules can change until somebody else can trade. */
export async function readContestTerms(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ContestTerms>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<ContestTerms>(
    `select id, ${startsAtSql} as "startsAt", ${endsAtSql} as "endsAt", orders, kind = 'lesson' as "isLesson"
     from contest c where id = any($1::integer[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
