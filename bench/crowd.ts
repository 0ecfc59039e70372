// A crowd of accounts with four positions each, put straight into the tables, which is the only quick way to a million.
import type { Db } from '../server/db/handle.ts'

const positionsEach = 4

/** Adds as many as are missing. */
export async function growCrowd(db: Db, size: number): Promise<void> {
  const [crowd] = await db.query<{ last: number }>(
    `select coalesce(max(subject::bigint), 0) as last from account where issuer = 'crowd'`,
  )
  const first = (crowd?.last ?? 0) + 1
  await db.query(
    `insert into account
       (issuer, subject, display_name, name_key, cash_cents, created_at, first_trade_at, last_trade_at)
     select 'crowd', n::text, 'Crowd ' || n, 'crowd' || n, 100000 + (n * 7919::bigint) % 900000, now() - interval '2 years',
       now() - interval '1 year' + (n * 104729::bigint % 31000000) * interval '1 second', now()
     from generate_series($1::int, $2::int) n`,
    [first, size],
  )
  // Everybody's first position, then everybody's second: nobody buys all of theirs in one go.
  await db.query(
    `insert into position (account_id, ticker_id, quantity, cost_cents)
     select id, 1 + (id * 5 + k * 4 + (id / 16) % 4) % 16, 1 + (id * 31 + k * 17) % 40, 100000
     from generate_series(0, ${positionsEach - 1}) k, account
     where issuer = 'crowd' and subject::bigint >= $1 order by k, id`,
    [first],
  )
  await db.query(
    `insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, key)
     select min(id), now(), 'BUY', 1, 1, -1, 1, gen_random_uuid() from account`,
  )
  for (const table of ['account', 'position']) await db.query(`vacuum analyze ${table}`)
}
