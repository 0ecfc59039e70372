// Reads the row of the portfolio that a call is about.
import type { Prepared, Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { Caller } from '../http/route.ts'
import { portfolioColumns, portfolioOf, type PortfolioValues } from '../ledger/portfolio-row.ts'
import { portfolioRefSql, parsePortfolioRef, type PortfolioRef } from '../ledger/portfolios.ts'

export interface ReadValues extends PortfolioValues {
  /** Whether a split is known that has not been applied to it. */
  readonly hasNewSplits: boolean
}

export const readColumns = `${portfolioColumns},
  p.splits_through < (select coalesce(max(id), 0) from split) as "hasNewSplits"`

const findStatement: Prepared = {
  name: 'find portfolio',
  text: `select ${readColumns} from portfolio p where ${portfolioRefSql('$1', '$2')}`,
}

/** Null if the account has no portfolio with that id. Filters by keys only, so one plan fits all calls. */
export async function findPortfolio(tx: Tx, { accountId, publicId }: PortfolioRef) {
  const [row] = await tx.query<ReadValues>(findStatement, [accountId, publicId])
  return row === undefined ? null : { ...portfolioOf(row), hasNewSplits: row.hasNewSplits }
}

/** Null if the caller has no portfolio with that id. Without an id, it is the open chapter, which every account has. */
export async function findFor(tx: Tx, { accountId }: Caller, portfolio: string | undefined) {
  const ref = parsePortfolioRef(accountId, portfolio)
  const found = ref && (await findPortfolio(tx, ref))
  if (found === null && portfolio === undefined) throw new AccountGone()
  return found
}
