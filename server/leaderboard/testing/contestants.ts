// Accounts that a test puts straight into the tables, with whatever cash and shares it wants to see ranked.
import type { Contestant } from '@tengrand/core/testing/ranking.ts'

import type { Db } from '../../db/handle.ts'
import { tickerIdOf } from '../../market/ticker-id.ts'

/** Each who has traded gets one line for it, which is all that a ranking asks of the trades. */
export async function plantContestants(db: Db, all: readonly Contestant[]): Promise<void> {
  await db.query(
    `insert into account
       (id, issuer, subject, display_name, name_key, cash_cents, created_at, first_trade_at, last_trade_at)
     overriding system value
     select id, 'planted', id::text, 'Planted ' || id, 'planted' || id, cash, '2026-01-01', first, first
     from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as planted (id, cash, first)`,
    [all.map(({ id }) => id), all.map(({ cash }) => cash), all.map(firstTradeOf)],
  )
  const positions = all.flatMap(({ id, positions: held }) =>
    Array.from(held, ([ticker, position]) => ({ id, key: tickerIdOf(ticker), ...position })),
  )
  await db.query(
    `insert into position (account_id, ticker_id, quantity, cost_cents)
     select * from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[])`,
    [
      positions.map(({ id }) => id),
      positions.map(({ key }) => key),
      positions.map(({ quantity }) => quantity),
      positions.map(({ cost }) => cost),
    ],
  )
  await db.query(
    `insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, key)
     select id, first_trade_at, 'BUY', 1, 1, -1, 1, gen_random_uuid()
     from account where issuer = 'planted' and first_trade_at is not null`,
  )
}

const firstTradeOf = ({ firstTradeAt }: Contestant): Date | null =>
  firstTradeAt === null ? null : new Date(firstTradeAt)
