// Portfolios with a long past, written straight into the database as the fold of their trades says.
import type { Db } from '../server/db/handle.ts'

/**
 * One share of each stock in turn is bought, and in the next turn sold, each stock always at the same price: so the
 * cost that leaves with a share is its price, and nobody runs out of cash.
 */
export async function giveTrades(
  db: Db,
  { portfolioId, trades, years }: { portfolioId: number; trades: number; years: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, key)
       select $1, now() - make_interval(years => $3::int) * (1 - n / $2::float8),
         case when isbuy then 'BUY' else 'SELL' end, stock,
         case when isbuy then 1 else -1 end, case when isbuy then -price else price end, price,
         case when isbuy then 0 else price end, gen_random_uuid()
       from (
         select n, 1 + n % 16 as stock, (n / 16) % 2 = 0 as isbuy, 10000 + 100 * (n % 16) as price
         from generate_series(0, $2::int - 1) n
       ) plan`,
      [portfolioId, trades, years],
    )
    await tx.query(
      `with held as (
         select stock, coalesce(sum(shares), 0)::bigint as quantity,
           coalesce(-sum(cash_cents), 0)::bigint as cost
         from generate_series(1, 16) stock left join trade on portfolio_id = $1 and ticker_id = stock
         group by stock
       )
       update portfolio set opened_at = now() - make_interval(years => $2::int) - interval '1 day',
         cash_cents = starting_cents + flow.cash, first_trade_at = flow.first, last_trade_at = flow.last,
         shares = array(select quantity from held order by stock),
         cost_cents = array(select cost from held order by stock)
       from (
         select sum(cash_cents) as cash, min(at) as first, max(at) as last
         from trade where portfolio_id = $1
       ) flow
       where id = $1`,
      [portfolioId, years],
    )
  })
}

/** Of the person who has signed up last. */
export async function newestPortfolio(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>('select id from portfolio order by id desc limit 1')
  if (row === undefined) throw new Error('Nobody has signed up.')
  return row.id
}

/**
 * New people with so many trades each, of the same kind as above, all in one statement for each table. The trades are a
 * multiple of sixteen.
 */
export async function plantTraders(
  db: Db,
  { traders, trades }: { traders: number; trades: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [{ last } = { last: 0 }] = await tx.query<{ last: number }>(
      'select coalesce(max(id), 0) as last from portfolio',
    )
    await tx.query(
      `with people as (
         insert into account (issuer, subject, display_name, name_key, created_at)
         select 'planted', gen_random_uuid(), 'Trader ' || n, gen_random_uuid(), now() - interval '5 years'
         from generate_series(1, $1::int) n returning id, created_at
       )
       insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
         splits_through, email_verified)
       select id, 1, 1, 1000000, 1000000, created_at, 0, false from people`,
      [traders],
    )
    await tx.query(
      `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, seen_cents, key)
       select id, date_trunc('milliseconds', now() - interval '4 years' * (1 - n / $2::float8)), case when isbuy then 'BUY' else 'SELL' end, stock,
         case when isbuy then 1 else -1 end, case when isbuy then -price else price end, price,
         case when isbuy then 0 else price end, price, gen_random_uuid()
       from (
         select n, 1 + n % 16 as stock, (n / 16) % 2 = 0 as isbuy, 10000 + 100 * (n % 16) as price
         from generate_series(0, $2::int - 1) n
       ) plan, portfolio where id > $1 order by n, id`,
      [last, trades],
    )
    await tx.query(foldOfPlanted, [last])
  })
}

const foldOfPlanted = `
  update portfolio set cash_cents = starting_cents + folded.cash, first_trade_at = first, last_trade_at = last,
    shares = folded.shares, cost_cents = folded.costs, realized_cents = array_fill(0::bigint, array[16])
  from (
    select portfolio_id, sum(cash)::bigint as cash, min(first) as first, max(last) as last,
      array_agg(quantity order by ticker_id) as shares, array_agg(cost order by ticker_id) as costs
    from (
      select portfolio_id, ticker_id, sum(cash_cents) as cash, min(at) as first, max(at) as last,
        sum(shares)::bigint as quantity, -sum(cash_cents)::bigint as cost
      from trade where portfolio_id > $1 group by portfolio_id, ticker_id
    ) as positions group by portfolio_id
  ) as folded
  where id = folded.portfolio_id`
