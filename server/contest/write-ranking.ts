// Writes a ranking, whose rows the database computes in one statement, and anonymizes the rows of deleted accounts.
import { dayOf } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { topCount } from '@tengrand/core/ranking.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'

interface NewRanking {
  readonly contestId: number
  /** The id of the previous ranking plus one. */
  readonly id: number
  readonly at: number
  /** Only stocks that ranked portfolios hold need a price. */
  readonly prices: ReadonlyMap<Ticker, Cents>
  /**
   * The id of the latest split. A portfolio to which it could not be applied is left out, instead of stopping the
   * ranking.
   */
  readonly latestSplit: number
  /** Whether accounts without a confirmed email are left out. */
  readonly verifiedOnly?: boolean
  /** Accounts that are left out. */
  readonly unranked?: readonly number[]
}

/**
 * Readers see the ranking only after the commit. It reads portfolios without locking them. Without ranked portfolios,
 * no table of places is created. If ranked portfolios hold stocks without a price, it writes nothing and returns these
 * stocks.
 */
export async function writeRanking(tx: Tx, ranking: NewRanking) {
  const { id, at, prices } = ranking
  await tx.query('savepoint ranking')
  // First, because this fails at once if another node has just written the same ranking.
  await tx.query('insert into ranking (id, at, day, accounts) values ($1, $2, $3, 0)', [
    id,
    new Date(at),
    dayOf(at),
  ])
  const table = placesTable(id)
  await tx.query(rankingSettings)
  await tx.query(countedTable(id, placesStatement(id, prices, ranking)))
  const missing = await heldWithout(tx, table, prices)
  if (missing.length > 0) {
    await tx.query('rollback to savepoint ranking')
    return { missing }
  }
  const [counted] = await tx.query<{ accounts: number }>(
    'select accounts from ranking where id = $1',
    [id],
  )
  const accounts = counted?.accounts ?? 0
  if (accounts === 0) await tx.query(`drop table ${table}`)
  else await makePartition(tx, table, id)
  return { accounts }
}

/** Creates the table of places and stores the row count that the database reports for it. */
const countedTable = (id: number, statement: string): string => `
  do $$
  declare
    counted bigint;
  begin
    create table ${placesTable(id)} as ${statement};
    get diagnostics counted = row_count;
    update ranking set accounts = counted where id = ${wholeNumber(id)};
  end $$`

/** The stocks without a price that ranked portfolios hold: such a portfolio has no value. */
async function heldWithout(tx: Tx, table: string, prices: NewRanking['prices']): Promise<Ticker[]> {
  const priceless = tickers.filter((ticker) => !prices.has(ticker))
  if (priceless.length === 0) return []
  const held = priceless.map((ticker) => `bool_or(shares[${tickerIdOf(ticker)}] > 0)`)
  const [row] = await tx.query<{ held: (boolean | null)[] }>(
    `select array[${held.join(', ')}] as held
     from portfolio where id in (select portfolio_id from ${table} where value_cents is null)`,
  )
  return priceless.filter((_, index) => row?.held[index] === true)
}

/**
 * Sorting a million portfolios in memory takes 70 MB, shared by up to three processes. JIT compilation of a statement
 * this long takes more time than it saves.
 */
export const rankingSettings = "set local work_mem = '64MB'; set local jit = off"

export const placesTable = (rankingId: number): string => `ranking_place_${wholeNumber(rankingId)}`

/**
 * One scan, which PostgreSQL runs in parallel up to the sort. Prices are constants in the statement, which is faster
 * than a lookup. All portfolios of a contest start with the same cash, so sorting by value sorts by return.
 */
export function placesStatement(
  rankingId: number,
  prices: NewRanking['prices'],
  { contestId, latestSplit, verifiedOnly, unranked = [] }: Omit<NewRanking, 'id' | 'at' | 'prices'>,
): string {
  const isVerified = verifiedOnly ? ' and email_verified' : ''
  // Omitted without such accounts, so that the usual statement stays the same.
  const isRanked =
    unranked.length === 0
      ? ''
      : ` and account_id <> all ('{${unranked.map(wholeNumber).join(',')}}'::bigint[])`
  return `
    select portfolio_id, value_cents, cash_cents,
      row_number() over (order by value_cents desc, first_trade_at, portfolio_id)::integer as rank,
      ${wholeNumber(rankingId)} as ranking_id
    from (
      select id as portfolio_id, first_trade_at, cash_cents,
        cash_cents + ${tickers.map((ticker) => valueOf(ticker, prices)).join(' + ')} as value_cents
      from portfolio
      where contest_id = ${wholeNumber(contestId)} and closed_at is null and first_trade_at is not null
        and splits_through >= ${wholeNumber(latestSplit)}${isVerified}${isRanked}
    ) as valued`
}

/** Null for a held stock without a price, which makes the whole value null. */
function valueOf(ticker: Ticker, prices: NewRanking['prices']): string {
  const price = prices.get(ticker)
  const shares = `shares[${tickerIdOf(ticker)}]`
  if (price !== undefined) return `${shares} * ${wholeNumber(price)}`
  return `case when ${shares} > 0 then null else 0 end`
}

/** Checks a number again, because it becomes part of an SQL statement. */
function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('Not a whole number.')
  return value
}

/**
 * All changes in one `alter table`, so that the rows are scanned once; the check constraint saves the scan when the
 * partition is attached.
 */
async function makePartition(tx: Tx, table: string, id: number): Promise<void> {
  await tx.query(`create unique index on ${table} (portfolio_id)`)
  await tx.query(`create index on ${table} (rank) where rank <= ${topCount}`)
  const columns = ['portfolio_id', 'value_cents', 'cash_cents', 'rank', 'ranking_id']
  const whole = columns.map((column) => `alter ${column} set not null`)
  await tx.query(`alter table ${table} ${whole.join(', ')}, add check (ranking_id = ${id})`)
  await tx.query(`alter table ranking_place attach partition ${table} for values in (${id})`)
}

/**
 * Deletes an account's places, except in the latest ranking, where an anonymous row stays so that no other place moves.
 * Its portfolio id is the negative rank, which is unique in a ranking and belongs to no portfolio.
 */
export async function anonymizeRanks(tx: Tx, portfolioIds: readonly number[]): Promise<void> {
  const [latest] = await tx.query<{ id: number | null }>('select max(id) as id from ranking')
  const values = [portfolioIds, latest?.id ?? 0]
  await tx.query(
    'delete from ranking_place where portfolio_id = any($1::bigint[]) and ranking_id <> $2',
    values,
  )
  await tx.query(
    `update ranking_place set portfolio_id = -rank
     where portfolio_id = any($1::bigint[]) and ranking_id = $2`,
    values,
  )
}
