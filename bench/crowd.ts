// Inserts up to a million portfolios with four positions each straight into the tables.
import type { Db } from '../server/db/handle.ts'

const stocks = Array.from({ length: 16 }, (_, index) => index + 1)

/** SQL for the first of the four stocks of an account, counted from 0; the others follow four numbers apart. */
const firstStock = (id: string): string => `((${id} * 5 + (${id} / 16) % 4) % 16)`

/** SQL for the shares of a stock, which are none for twelve of the sixteen. */
function sharesOf(id: string, stock: number): string {
  const apart = `(${stock + 15} - ${firstStock(id)}) % 16`
  return `case when ${apart} % 4 = 0 then 1 + (${id} * 31 + ${apart} / 4 * 17) % 40 else 0 end`
}

const costOf = (id: string, stock: number): string =>
  `case when (${stock + 15} - ${firstStock(id)}) % 4 = 0 then 100000 else 0 end`

/** Inserts portfolios until there are `size` of them. */
export async function growCrowd(db: Db, size: number): Promise<void> {
  const [crowd] = await db.query<{ last: number }>(
    `select coalesce(max(subject::bigint), 0) as last from account where issuer = 'crowd'`,
  )
  const first = (crowd?.last ?? 0) + 1
  await db.query(
    `insert into account (issuer, subject, display_name, name_key, created_at)
     select 'crowd', n::text, 'Crowd ' || n, 'crowd' || n, now() - interval '2 years'
     from generate_series($1::int, $2::int) n`,
    [first, size],
  )
  const list = (part: (id: string, stock: number) => string): string =>
    `array[${stocks.map((stock) => part('id', stock)).join(', ')}]::bigint[]`
  await db.query(
    `insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, shares, cost_cents,
       opened_at, first_trade_at, last_trade_at, splits_through, email_verified)
     select id, 1, 1, 1000000, 100000 + (id * 7919) % 900000, ${list(sharesOf)}, ${list(costOf)},
       created_at, now() - interval '1 year' + (id * 104729 % 31000000) * interval '1 second', now(), 0, false
     from account where issuer = 'crowd' and subject::bigint >= $1 order by id`,
    [first],
  )
  await db.query(
    `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, key)
     select min(id), now(), 'BUY', 1, 1, -1, 1, 0, gen_random_uuid() from portfolio`,
  )
  for (const table of ['account', 'portfolio']) await db.query(`vacuum analyze ${table}`)
}
