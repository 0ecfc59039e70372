// Inserts past trades into a test portfolio and updates the portfolio row to match.
import { randomUUID } from 'node:crypto'

import { costOfSale, nothing, type Position, type Trade } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db/handle.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'
import { rebuildPortfolio } from '../ledger/audit.ts'
import type { Learner } from './learner.ts'
import { positionRows } from './planted-portfolio.ts'

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
  // The cost is computed when the trades are inserted.
  cost: cents(0),
})

/** The internal id of the learner's open portfolio. */
export async function portfolioIdOf(db: Db, learner: Learner): Promise<number> {
  const { portfolio } = (await learner.get('/api/portfolio')).json()
  const [row] = await db.query<{ id: number }>('select id from portfolio where public_id = $1', [
    portfolio,
  ])
  if (row === undefined) throw new Error('The learner has no portfolio.')
  return row.id
}

export async function plantTrades(
  db: Db,
  portfolioId: number,
  trades: readonly Trade[],
): Promise<void> {
  const sign = ({ type }: Trade) => (type === 'BUY' ? 1 : -1)
  await db.query(
    `insert into trade
       (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, seen_cents, key)
     select $1, at, type, ticker, shares, -shares * price, price, cost, price, key
     from unnest($2::timestamptz[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::uuid[]) as t (at, type, ticker, shares, price, cost, key)`,
    [
      portfolioId,
      trades.map(({ at }) => new Date(at)),
      trades.map(({ type }) => type),
      trades.map(({ ticker }) => tickerIdOf(ticker)),
      trades.map((one) => sign(one) * one.quantity),
      trades.map(({ price }) => price),
      costsOf(trades, await positionsOf(db, portfolioId)),
      trades.map(() => randomUUID()),
    ],
  )
  const first = Math.min(...trades.map(({ at }) => at))
  await db.query('update portfolio set opened_at = least(opened_at, $2) where id = $1', [
    portfolioId,
    new Date(first - 60_000),
  ])
  if (!(await rebuildPortfolio(db, portfolioId))) throw new Error('The planted trades do not fit.')
}

async function positionsOf(db: Db, portfolioId: number): Promise<Map<Ticker, Position>> {
  const rows = await db.query<{ ticker: number; quantity: number; cost: number }>(
    `select ticker_id as ticker, quantity, cost_cents as cost from ${positionRows}
     where portfolio_id = $1`,
    [portfolioId],
  )
  return new Map(
    rows.map(({ ticker, quantity, cost }) => [tickerOf(ticker), { quantity, cost: cents(cost) }]),
  )
}

/** The costs of trades in ascending order by the average-cost rule, starting from the current holdings. */
function costsOf(trades: readonly Trade[], held: Map<Ticker, Position>): number[] {
  return trades.map(({ type, ticker, quantity, price }) => {
    const position = held.get(ticker) ?? nothing
    const isSale = type === 'SELL'
    const cost = isSale ? costOfSale(position, quantity) : cents(0)
    const paid = isSale ? 0 : price * quantity
    held.set(ticker, {
      quantity: position.quantity + (isSale ? -quantity : quantity),
      cost: cents(position.cost + paid - cost),
    })
    return cost
  })
}
