// Accounts with a long past, written straight into the database as the fold of their trades says.
import type { Db } from '../server/db/handle.ts'

/**
 * One share of each stock in turn is bought, and in the next turn sold, each stock always at the same price: so the
 * cost of what is held is what was paid and not got back, and nobody runs out of cash.
 */
export async function giveTrades(
  db: Db,
  { accountId, trades, years }: { accountId: number; trades: number; years: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, key)
       select $1, now() - make_interval(years => $3::int) * (1 - n / $2::float8),
         case when isbuy then 'BUY' else 'SELL' end, stock,
         case when isbuy then 1 else -1 end, case when isbuy then -price else price end, price,
         gen_random_uuid()
       from (
         select n, 1 + n % 16 as stock, (n / 16) % 2 = 0 as isbuy, 10000 + 100 * (n % 16) as price
         from generate_series(0, $2::int - 1) n
       ) plan`,
      [accountId, trades, years],
    )
    await tx.query(
      `insert into position (account_id, ticker_id, quantity, cost_cents)
       select account_id, ticker_id, sum(shares), sum(-cash_cents) from trade
       where account_id = $1 group by 1, 2`,
      [accountId],
    )
    await tx.query(
      `update account set created_at = now() - make_interval(years => $2::int) - interval '1 day',
         cash_cents = 1000000 + flow.cash, first_trade_at = flow.first, last_trade_at = flow.last
       from (
         select sum(cash_cents) as cash, min(at) as first, max(at) as last
         from trade where account_id = $1
       ) flow
       where id = $1`,
      [accountId, years],
    )
  })
}
