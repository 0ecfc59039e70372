// Reads what decides about orders in contests: their times, and the kinds of orders that they allow.
import type { LeagueOrders } from '@tengrand/core/league.ts'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'

export interface ContestTerms {
  readonly id: number
  readonly startsAt: number
  /** Null for a contest without an end. */
  readonly endsAt: number | null
  readonly orders: LeagueOrders
}

/** Read after the locks of the portfolios, because the rules can change until somebody else can trade. */
export async function readContestTerms(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ContestTerms>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<ContestTerms>(
    `select id, ${msOf('starts_at')} as "startsAt", ${msOf('ends_at')} as "endsAt", orders
     from contest where id = any($1::integer[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
