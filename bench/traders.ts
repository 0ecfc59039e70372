// Writes trades and the sums over them straight into the database, for portfolios with a long history.
import type { Db } from '../server/db/handle.ts'

/**
 * Buys one share of each stock in turn and then sells each again, always at the same price of the stock, so that cost is
 * price and the cash suffices.
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

/** The portfolio of the learner who signed up last. */
export async function newestPortfolio(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>('select id from portfolio order by id desc limit 1')
  if (row === undefined) throw new Error('There is no portfolio.')
  return row.id
}
