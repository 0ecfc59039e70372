// Writes a whole ranking: computed and written by the database in one go, whole numbers all the way.
import { dayOf } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { topCount } from '@tengrand/core/ranking.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'

export interface NewRanking {
  /** One more than the one before. */
  readonly id: number
  readonly at: number
  /** A stock that nobody holds needs none. */
  readonly prices: ReadonlyMap<Ticker, Cents>
  /** The newest that is known. An account that could not be brought so far is left out, rather than all the others. */
  readonly latestSplit: number
  /** Whether whoever has not confirmed the e-mail is left out. */
  readonly verifiedOnly?: boolean
}

export type Written =
  | { readonly accounts: number }
  /** Stocks that somebody holds and that have no price: then nothing is written. */
  | { readonly missing: readonly Ticker[] }

/**
 * Nothing of it is seen before the transaction is committed. It reads accounts and positions and locks none of them.
 * Where nobody is ranked, there is no table of places.
 */
export async function writeRanking(tx: Tx, ranking: NewRanking): Promise<Written> {
  const { id, at, prices, latestSplit, verifiedOnly = false } = ranking
  const missing = await heldWithout(tx, prices)
  if (missing.length > 0) return { missing }
  // Before the work, because it fails at once where another node has just written the same one.
  await tx.query('insert into ranking (id, at, day, accounts) values ($1, $2, $3, 0)', [
    id,
    new Date(at),
    dayOf(at),
  ])
  const [last] = await tx.query<{ id: number | null }>(
    'select max(id) as id from account where first_trade_at is not null',
  )
  if (last === undefined || last.id === null) return { accounts: 0 }
  const table = placesTable(id)
  await tx.query(rankingSettings)
  await tx.query(`create table ${table} as ${placesStatement(id, last.id, verifiedOnly)}`, [
    tickers.map((ticker) => prices.get(ticker) ?? null),
    latestSplit,
  ])
  await makePartition(tx, table, id)
  const [counted] = await tx.query<{ accounts: number }>(
    `update ranking set accounts = (select count(*) from ${table}) where id = $1 returning accounts`,
    [id],
  )
  return { accounts: counted?.accounts ?? 0 }
}

async function heldWithout(tx: Tx, prices: NewRanking['prices']): Promise<Ticker[]> {
  const priceless = tickers.filter((ticker) => !prices.has(ticker))
  if (priceless.length === 0) return []
  const rows = await tx.query<{ key: number }>(
    `select distinct ticker_id as key from position
     where ticker_id = any($1::smallint[]) and quantity > 0`,
    [priceless.map(tickerIdOf)],
  )
  const held = new Set(rows.map(({ key }) => key))
  return priceless.filter((ticker) => held.has(tickerIdOf(ticker)))
}

/**
 * Sorting a million accounts in memory takes 70 MB, which up to three processes share. Compiling a plan of so many
 * parts takes longer than it saves.
 */
export const rankingSettings = "set local work_mem = '64MB'; set local jit = off"

export const placesTable = (rankingId: number): string => `ranking_place_${wholeNumber(rankingId)}`

/**
 * The accounts are taken in ranges of their ids, because the database can give each range to a process of its own, down
 * to the sorting; a sum over all of them it would give to one. Prices ($1) are looked up by the ticker's number, which
 * is faster than a join. Everybody began with the same cash, so the order by value is the order by return.
 */
export function placesStatement(
  rankingId: number,
  lastAccountId: number,
  verifiedOnly = false,
): string {
  const isVerified = verifiedOnly ? ' and email_verified' : ''
  const values = rangesOf(wholeNumber(lastAccountId)).map(
    ({ from, to }) => `
      select id, first_trade_at, cash_cents, cash_cents + coalesce(shares_cents, 0) as value_cents
      from account left join (
        select account_id, sum_of_cents(quantity * ($1::bigint[])[ticker_id]) as shares_cents
        from position where account_id between ${from} and ${to} group by account_id
      ) as held on account_id = id
      where id between ${from} and ${to} and first_trade_at is not null and splits_through >= $2${isVerified}`,
  )
  return `
    select id as account_id, value_cents, cash_cents,
      row_number() over (order by value_cents desc, first_trade_at, id)::integer as rank,
      ${wholeNumber(rankingId)} as ranking_id
    from (${values.join('\nunion all')}) as valued`
}

const accountsPerRange = 32_768
/** With more of them, positions that lie far apart would be read once for each. */
const rangesMax = 16

function rangesOf(lastId: number): { from: number; to: number }[] {
  const count = Math.min(rangesMax, Math.max(1, Math.ceil(lastId / accountsPerRange)))
  const size = Math.ceil((lastId + 1) / count)
  return Array.from({ length: count }, (_, index) => ({
    from: index * size,
    to: (index + 1) * size - 1,
  }))
}

/** Becomes part of a statement, so it is looked at once more. */
function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('Not a whole number.')
  return value
}

/** All in one alteration, so that the rows are looked through once, and not again when the table becomes a part. */
async function makePartition(tx: Tx, table: string, id: number): Promise<void> {
  await tx.query(`create unique index on ${table} (account_id)`)
  await tx.query(`create index on ${table} (rank) where rank <= ${topCount}`)
  const columns = ['account_id', 'value_cents', 'cash_cents', 'rank', 'ranking_id']
  const whole = columns.map((column) => `alter ${column} set not null`)
  await tx.query(`alter table ${table} ${whole.join(', ')}, add check (ranking_id = ${id})`)
  await tx.query(`alter table ranking_place attach partition ${table} for values in (${id})`)
}
