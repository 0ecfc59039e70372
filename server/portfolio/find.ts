// Reads the row of the portfolio that a call is about.
import type { Prepared, Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { Caller } from '../http/route.ts'
import { portfolioColumns, portfolioOf, type PortfolioValues } from '../ledger/portfolio-row.ts'
import { portfolioRefSql, parsePortfolioRef, type PortfolioRef } from '../ledger/portfolios.ts'
import { bringUpToDate, stateColumns, type ReadDeps, type ReadState } from '../ledger/up-to-date.ts'

export type ReadValues = PortfolioValues & Pick<ReadState, 'hasNewSplits' | 'openUntil'>

export const readColumns = `${portfolioColumns}, ${stateColumns}`

const findStatement: Prepared = {
  name: 'find portfolio',
  text: `select ${readColumns} from portfolio p where ${portfolioRefSql('$1', '$2')}`,
}

export const headOf = (row: ReadValues) => ({
  ...portfolioOf(row),
  hasNewSplits: row.hasNewSplits,
  openUntil: row.openUntil,
})

/** Null if the account has no portfolio with that id. Filters by keys only, so one plan fits all calls. */
export async function findPortfolio(tx: Tx, { accountId, publicId }: PortfolioRef) {
  const [row] = await tx.query<ReadValues>(findStatement, [accountId, publicId])
  return row === undefined ? null : headOf(row)
}

/** The same, after bringing it up to date. */
export async function readPortfolio(deps: ReadDeps, ref: PortfolioRef) {
  const found = await findPortfolio(deps.db, ref)
  if (found === null || !(await bringUpToDate(deps, found))) return found
  return findPortfolio(deps.db, ref)
}

/** Null if the caller has no portfolio with that id. Without an id, it is the open chapter, which every account has. */
export async function findFor(
  deps: ReadDeps,
  { accountId }: Caller,
  portfolio: string | undefined,
) {
  const ref = parsePortfolioRef(accountId, portfolio)
  const found = ref && (await readPortfolio(deps, ref))
  if (found === null && portfolio === undefined) throw new AccountGone()
  return found
}
