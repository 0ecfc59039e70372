// All chapters of a learner in the open contest, newest first.
import { openContestId } from '@tengrand/core/contest.ts'

import type { Tx } from '../db/handle.ts'
import {
  portfolioColumns,
  portfolioOf,
  type PortfolioRow,
  type PortfolioValues,
} from '../ledger/portfolio-row.ts'

export interface Chapter extends PortfolioRow {
  /** How often was bought or sold. */
  readonly trades: number
}

export async function readChapters(tx: Tx, accountId: number): Promise<Chapter[]> {
  const rows = await tx.query<PortfolioValues & { trades: number }>(
    `select ${portfolioColumns}, (
       select count(*) from trade where portfolio_id = p.id and type <> 'SPLIT'
     ) as trades
     from portfolio p where p.account_id = $1 and p.contest_id = ${openContestId}
     order by p.chapter desc`,
    [accountId],
  )
  return rows.map(chapterOf)
}

const chapterOf = (row: PortfolioValues & { trades: number }): Chapter => ({
  ...portfolioOf(row),
  trades: row.trades,
})
