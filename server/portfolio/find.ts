// Reads the row of the portfolio that a call is about.
import type { Prepared, Tx } from '../db/handle.ts'
import { AccountGone, unknownPortfolio } from '../http/refusals.ts'
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

/** Null if the account has no portfolio with that id. Filters by keys only, so one plan fits all calls. */
export async function findPortfolio(tx: Tx, { accountId, publicId }: PortfolioRef) {
  const [row] = await tx.query<ReadValues>(findStatement, [accountId, publicId])
  return row === undefined ? null : portfolioOf(row)
}

/** The same, after bringing it up to date. The main portfolio is there as long as its account. */
export async function readPortfolio(deps: ReadDeps, ref: PortfolioRef | null) {
  let found = ref && (await findPortfolio(deps.db, ref))
  if (ref && found && (await bringUpToDate(deps, found))) found = await findPortfolio(deps.db, ref)
  if (found === null && ref?.publicId === null) throw new AccountGone()
  return found ?? unknownPortfolio
}

/** That of the parameter of a call; without one, the open chapter. */
export const findFor = (deps: ReadDeps, { accountId }: Caller, portfolio: string | undefined) =>
  readPortfolio(deps, parsePortfolioRef(accountId, portfolio))
