// Parses the portfolio parameter of a call, and locks portfolios and returns their rows.
import { openContestId } from '@tengrand/core/contest.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { parseUuid } from '../uuid.ts'
import {
  portfolioColumns,
  portfolioOf,
  type PortfolioRow,
  type PortfolioValues,
} from './portfolio-row.ts'

/** Names a portfolio of an account: by its public id, or null for the main one. */
export interface PortfolioRef {
  readonly accountId: number
  /** Null for the open chapter in the open contest. */
  readonly publicId: string | null
}

/** Parses the parameter of a call; null if it is not a public id. */
export function parsePortfolioRef(
  accountId: number,
  portfolio: string | undefined,
): PortfolioRef | null {
  const publicId = portfolio === undefined ? null : parseUuid(portfolio)
  return portfolio !== undefined && publicId === null ? null : { accountId, publicId }
}

/** The condition for the open chapter in the open contest. */
const mainOpenSql = `contest_id = ${openContestId} and closed_at is null`

/** The condition for a PortfolioRef; the arguments are SQL expressions. */
export const portfolioRefSql = (accountId: string, publicId: string): string =>
  `account_id = ${accountId} and case when ${publicId}::uuid is null then ${mainOpenSql} else public_id = ${publicId} end`

/** Locks in the order of ids, here and below, so that two batches with the same portfolios cannot deadlock. */
export async function lockPortfolios(tx: Tx, ids: readonly number[]): Promise<PortfolioRow[]> {
  return (await tx.query<PortfolioValues>(lockStatement, [ids])).map(portfolioOf)
}

/**
 * Locks the portfolios named by id, and the main one for accounts that name none, so that an order in one contest does
 * not wait for another contest. A main portfolio that is closed during the wait is left out.
 */
export async function lockPortfolioRefs(
  tx: Tx,
  refs: readonly PortfolioRef[],
): Promise<PortfolioRow[]> {
  const [accounts, ofMain, named] = [new Set<number>(), new Set<number>(), new Set<string>()]
  for (const { accountId, publicId } of refs) {
    accounts.add(accountId)
    if (publicId === null) ofMain.add(accountId)
    else named.add(publicId)
  }
  const lists = [[...accounts], [...ofMain], [...named]]
  return (await tx.query<PortfolioValues>(lockRefsStatement, lists)).map(portfolioOf)
}

/**
 * The accounts that have no portfolio at all: they were deleted while their orders waited. Queries only accounts
 * without a locked portfolio: deleted, starting over, or naming one that is not theirs.
 */
export async function findGone(
  tx: Tx,
  refs: readonly PortfolioRef[],
  locked: readonly PortfolioRow[],
): Promise<Set<number>> {
  const found = new Set(locked.map(({ accountId }) => accountId))
  const without = refs.map(({ accountId }) => accountId).filter((id) => !found.has(id))
  if (without.length === 0) return new Set()
  const there = await tx.query<{ id: number }>(
    'select account_id as id from portfolio where account_id = any($1::bigint[])',
    [without],
  )
  const left = new Set(there.map(({ id }) => id))
  return new Set(without.filter((id) => !left.has(id)))
}

const lockStatement: Prepared = {
  name: 'lock portfolios',
  text: `select ${portfolioColumns} from portfolio p where id = any($1::bigint[]) order by id for update`,
}

/** The index on accounts finds the few candidates, because PostgreSQL uses no index for a condition in a `case`. */
const lockRefsStatement: Prepared = {
  name: 'lock portfolios by reference',
  text: `select ${portfolioColumns} from portfolio p
    where account_id = any($1::bigint[])
      and case when ${mainOpenSql} and account_id = any($2::bigint[]) then true else public_id = any($3::uuid[]) end
    order by id for update`,
}

/** With their trades and orders. They are locked, and no membership refers to them any more. */
export async function deletePortfolios(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query('delete from trade where portfolio_id = any($1::bigint[])', [ids])
  await tx.query('delete from stock_order where portfolio_id = any($1::bigint[])', [ids])
  await tx.query('delete from portfolio where id = any($1::bigint[])', [ids])
}
