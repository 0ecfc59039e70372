// The peer of the ranking: the tables of before, an account with its cash and a row for each position, and the statement that ranked them.
import type { Db } from '../server/db/handle.ts'
import { positionsEach, stockOf } from './crowd.ts'

/** In a schema of their own, with what the product had: the same columns, keys and room for updates. */
async function createOldTables(db: Db): Promise<void> {
  await db.query(`
    create schema if not exists old_tables;
    create table if not exists old_tables.account (
      id               bigint primary key,
      issuer           text collate "C" not null,
      subject          text collate "C" not null,
      public_id        uuid not null,
      display_name     text collate "C" not null,
      cash_cents       bigint not null check (cash_cents >= 0),
      created_at       timestamptz not null,
      first_trade_at   timestamptz,
      last_trade_at    timestamptz,
      splits_through   bigint not null default 0,
      name_key         text collate "C" not null,
      email_verified   boolean not null default false,
      email_vouched_at timestamptz
    ) with (fillfactor = 85);
    create table if not exists old_tables.position (
      account_id bigint not null references old_tables.account,
      ticker_id  smallint not null check (ticker_id between 1 and 16),
      quantity   bigint not null check (quantity >= 0),
      cost_cents bigint not null check (cost_cents >= 0 and (quantity > 0 or cost_cents = 0)),
      primary key (account_id, ticker_id)
    ) with (fillfactor = 85);
    create or replace aggregate old_tables.sum_of_cents (bigint) (
      sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe
    )`)
}

/** The same people with the same cash and shares; those who are there already stay. */
export async function copyToOldTables(db: Db): Promise<void> {
  await createOldTables(db)
  const [row] = await db.query<{ last: number }>(
    'select coalesce(max(id), 0) as last from old_tables.account',
  )
  const last = row?.last ?? 0
  await db.query(
    `insert into old_tables.account
     select a.id, issuer, subject, a.public_id, display_name, cash_cents, created_at, first_trade_at,
       last_trade_at, splits_through, name_key, a.email_verified, email_vouched_at
     from account a join portfolio on account_id = a.id where issuer = 'crowd' and a.id > $1 order by a.id`,
    [last],
  )
  // They lie in the order in which they were bought, as people's trades leave them: each one's first by the crowd's own
  // time of it, the others a month apart.
  await db.query(
    `insert into old_tables.position
     select account_id, stock, shares[stock], cost_cents[stock]
     from generate_series(0, ${positionsEach - 1}) k, portfolio p join old_tables.account a on a.id = account_id,
       lateral (select ${stockOf('account_id', 'k')} as stock) s
     where a.id > $1 order by p.first_trade_at + k * interval '30 days', account_id`,
    [last],
  )
  for (const table of ['account', 'position']) await db.query(`vacuum analyze old_tables.${table}`)
}

/**
 * As it was: ranges of accounts, so that all processes of the database share the work down to the sorting, and prices
 * ($1) looked up by the ticker's number. The newest split is $2.
 */
export async function oldPlacesStatement(db: Db): Promise<string> {
  const [row] = await db.query<{ last: number }>(
    'select coalesce(max(id), 0) as last from old_tables.account where first_trade_at is not null',
  )
  const values = rangesOf(row?.last ?? 0).map(
    ({ from, to }) => `
      select id, first_trade_at, cash_cents, cash_cents + coalesce(shares_cents, 0) as value_cents
      from old_tables.account left join (
        select account_id, old_tables.sum_of_cents(quantity * ($1::bigint[])[ticker_id]) as shares_cents
        from old_tables.position where account_id between ${from} and ${to} group by account_id
      ) as held on account_id = id
      where id between ${from} and ${to} and first_trade_at is not null and splits_through >= $2`,
  )
  return `
    select id as account_id, value_cents, cash_cents,
      row_number() over (order by value_cents desc, first_trade_at, id)::integer as rank,
      1 as ranking_id
    from (${values.join('\nunion all')}) as valued`
}

const accountsPerRange = 32_768
const rangesMax = 16

function rangesOf(lastId: number): { from: number; to: number }[] {
  const count = Math.min(rangesMax, Math.max(1, Math.ceil(lastId / accountsPerRange)))
  const size = Math.ceil((lastId + 1) / count)
  return Array.from({ length: count }, (_, index) => ({
    from: index * size,
    to: (index + 1) * size - 1,
  }))
}
