// Inserts accounts with given cash and shares straight into the tables, for tests of the ranking.
import { tickers } from '@tengrand/core/tickers.ts'
import type { Contestant } from '@tengrand/core/testing/ranking.ts'

import type { Tx } from '../../db/handle.ts'

/** Inserts one trade for each contestant who has traded. Portfolios have the ids of their accounts. */
export async function plantContestants(tx: Tx, all: readonly Contestant[]): Promise<void> {
  const listOf = ({ positions }: Contestant, part: 'quantity' | 'cost'): string =>
    `{${tickers.map((ticker) => positions.get(ticker)?.[part] ?? 0).join(',')}}`
  await tx.query(
    `with planted as (
       select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::text[], $5::text[])
         as planted (id, cash, first, shares, costs)
     ), people as (
       insert into account (id, issuer, subject, display_name, name_key, created_at)
       overriding system value
       select id, 'planted', id::text, 'Planted ' || id, 'planted' || id, '2026-01-01' from planted
     )
     insert into portfolio (id, account_id, contest_id, chapter, starting_cents, cash_cents, shares, cost_cents,
       opened_at, first_trade_at, last_trade_at, splits_through, email_verified)
     overriding system value
     select id, id, 1, 1, 1000000, cash, shares::bigint[], costs::bigint[], '2026-01-01', first, first, 0, false
     from planted`,
    [
      all.map(({ id }) => id),
      all.map(({ cash }) => cash),
      all.map(firstTradeOf),
      all.map((one) => listOf(one, 'quantity')),
      all.map((one) => listOf(one, 'cost')),
    ],
  )
  await tx.query(
    `insert into trade (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, key)
     select id, first_trade_at, 'BUY', 1, 1, -1, 1, 0, gen_random_uuid()
     from portfolio where id = any($1::bigint[]) and first_trade_at is not null`,
    [all.map(({ id }) => id)],
  )
}

const firstTradeOf = ({ firstTradeAt }: Contestant): Date | null =>
  firstTradeAt === null ? null : new Date(firstTradeAt)
