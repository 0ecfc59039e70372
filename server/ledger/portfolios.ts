// Which portfolio a call means, and the state of portfolios under a lock.
import { openContestId } from '@tengrand/core/contest.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { parseUuid } from '../uuid.ts'
import { byTicker } from './ticker-lists.ts'

/** Which portfolio of an account an order, or any other call, is meant for. */
export interface MeantPortfolio {
  readonly accountId: number
  /** Null for the open chapter in the open contest. */
  readonly publicId: string | null
}

/** By what a call says; null where nobody can have a portfolio of that name. */
export function meantBy(accountId: number, portfolio: string | undefined): MeantPortfolio | null {
  const publicId = portfolio === undefined ? null : parseUuid(portfolio)
  return portfolio !== undefined && publicId === null ? null : { accountId, publicId }
}

/** The condition for the open chapter in the open contest. */
export const isCurrent = `contest_id = ${openContestId} and closed_at is null`

/** The condition for it, by the words that stand for the two in a statement. */
export const isMeant = (accountId: string, publicId: string): string =>
  `account_id = ${accountId} and case when ${publicId}::uuid is null then ${isCurrent} else public_id = ${publicId} end`

export interface PortfolioState {
  readonly id: number
  readonly accountId: number
  readonly publicId: string
  /** Current: the open chapter in the open contest, which is meant by what names none. */
  readonly standing: 'current' | 'open' | 'closed'
  /** Null for a first chapter, which no other one gave way to. */
  readonly startedOverAt: number | null
  readonly cash: number
  /** Of each stock by its number, from 1 on: the first element stands for none. */
  readonly shares: readonly number[]
  readonly costs: readonly number[]
  /** A list as PostgreSQL writes it, which only a sale has to read: most orders leave it as it is. */
  readonly realized: string
  readonly lastTradeAt: number
  readonly splitsThrough: number
  /** By orders that wait: cash, and shares by the number of the stock; null where none are. */
  readonly reserved: {
    readonly cash: number
    readonly shares: readonly number[] | null
  }
}

/** In the order of their ids here and below, so that two batches that want the same portfolios never wait for each other in a circle. */
export async function lockPortfolios(tx: Tx, ids: readonly number[]): Promise<PortfolioState[]> {
  return (await tx.query<StateRow>(lockStatement, [ids])).map(stateOf)
}

/** Those that are named, and the current ones of the accounts. A current one that is closed while this waits is left out. */
export async function lockMeant(
  tx: Tx,
  meant: readonly MeantPortfolio[],
): Promise<PortfolioState[]> {
  const accounts = new Set(meant.map(({ accountId }) => accountId))
  const named = new Set(meant.flatMap(({ publicId }) => publicId ?? []))
  const rows = await tx.query<StateRow>(lockMeantStatement, [[...accounts], [...named]])
  return rows.map(stateOf)
}

/** Those of the accounts that have no portfolio at all: they were deleted while their orders waited. */
export async function findGone(tx: Tx, accountIds: readonly number[]): Promise<Set<number>> {
  const there = await tx.query<{ id: number }>(
    'select account_id as id from portfolio where account_id = any($1::bigint[])',
    [accountIds],
  )
  const left = new Set(there.map(({ id }) => id))
  return new Set(accountIds.filter((id) => !left.has(id)))
}

/** Few, because each takes its time with every trade. */
const stateColumns = `id, account_id as "accountId", public_id as "publicId",
  case when ${isCurrent} then 'current' when closed_at is null then 'open' else 'closed' end as standing,
  case when chapter > 1 then opened_at end as "startedOver", cash_cents as cash, shares::text as shares,
  cost_cents::text as costs, realized_cents::text as realized, last_trade_at as last, splits_through as "splitsThrough",
  reserved_cents as "reservedCash", reserved_shares::text as "reservedShares"`

const lockStatement: Prepared = {
  name: 'lock portfolios',
  text: `select ${stateColumns} from portfolio where id = any($1::bigint[]) order by id for update`,
}

const lockMeantStatement: Prepared = {
  name: 'lock portfolios that are meant',
  text: `select ${stateColumns} from portfolio
    where account_id = any($1::bigint[]) and (${isCurrent} or public_id = any($2::uuid[]))
    order by id for update`,
}

interface StateRow {
  readonly id: number
  readonly accountId: number
  readonly publicId: string
  readonly standing: PortfolioState['standing']
  readonly startedOver: Date | null
  readonly cash: number
  readonly shares: string
  readonly costs: string
  readonly realized: string
  readonly last: Date | null
  readonly splitsThrough: number
  readonly reservedCash: number
  readonly reservedShares: string | null
}

const stateOf = (row: StateRow): PortfolioState => ({
  id: row.id,
  accountId: row.accountId,
  publicId: row.publicId,
  standing: row.standing,
  startedOverAt: row.startedOver?.getTime() ?? null,
  cash: row.cash,
  shares: byTicker(row.shares),
  costs: byTicker(row.costs),
  realized: row.realized,
  lastTradeAt: row.last?.getTime() ?? 0,
  splitsThrough: row.splitsThrough,
  reserved: {
    cash: row.reservedCash,
    shares: row.reservedShares === null ? null : byTicker(row.reservedShares),
  },
})
