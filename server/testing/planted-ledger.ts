// Trades that a test puts into an account as if they had been made long ago, and the account folded from them.
import { randomUUID } from 'node:crypto'

import type { Trade } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { rebuildAccount } from '../trading/audit.ts'
import type { Learner } from './learner.ts'

export const trade = (
  type: Trade['type'],
  quantity: number,
  ticker: Ticker,
  priceCents: number,
  at: number | string,
): Trade => ({
  type,
  ticker,
  quantity,
  price: cents(priceCents),
  at: typeof at === 'number' ? at : Date.parse(at),
})

export async function accountIdOf(db: Db, learner: Learner): Promise<number> {
  const { user_id } = (await learner.get('/api/account')).json()
  const [row] = await db.query<{ id: number }>('select id from account where public_id = $1', [
    user_id,
  ])
  if (row === undefined) throw new Error('The learner has no account.')
  return row.id
}

export async function plantTrades(
  db: Db,
  accountId: number,
  trades: readonly Trade[],
): Promise<void> {
  const sign = ({ type }: Trade) => (type === 'BUY' ? 1 : -1)
  await db.query(
    `insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, seen_cents, key)
     select $1, at, type, ticker, shares, -shares * price, price, price, key
     from unnest($2::timestamptz[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[], $7::uuid[])
       as t (at, type, ticker, shares, price, key)`,
    [
      accountId,
      trades.map(({ at }) => new Date(at)),
      trades.map(({ type }) => type),
      trades.map(({ ticker }) => tickerIdOf(ticker)),
      trades.map((one) => sign(one) * one.quantity),
      trades.map(({ price }) => price),
      trades.map(() => randomUUID()),
    ],
  )
  const first = Math.min(...trades.map(({ at }) => at))
  await db.query('update account set created_at = least(created_at, $2) where id = $1', [
    accountId,
    new Date(first - 60_000),
  ])
  if (!(await rebuildAccount(db, accountId))) throw new Error('The planted trades do not fit.')
}
