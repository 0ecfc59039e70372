// Trades in the database, many at a time: accounts are locked in one order, read, and written in one statement.
import type { Holding, Trade } from '@tengrand/core/ledger.ts'
import { cents, times } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'

export interface AccountState {
  readonly id: number
  readonly cash: number
  readonly lastTradeAt: number
  readonly splitsThrough: number
}

/** In the order of their ids, so that two batches that want the same accounts never wait for each other in a circle. */
export async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<AccountState[]> {
  const rows = await tx.query<{
    id: number
    cash: number
    last: Date | null
    splits: number
  }>(lockStatement, [ids])
  return rows.map(({ id, cash, last, splits }) => ({
    id,
    cash,
    lastTradeAt: last?.getTime() ?? 0,
    splitsThrough: splits,
  }))
}

const lockStatement: Prepared = {
  name: 'lock accounts',
  text: `select id, cash_cents as cash, last_trade_at as last, splits_through as splits
    from account where id = any($1::bigint[]) order by id for update`,
}

export interface OrderKey {
  readonly accountId: number
  readonly ticker: Ticker
  readonly key: string
}

/** What is known about one order: the position it touches, and the trade that it became already. */
export interface OrderFacts {
  readonly quantity: number
  readonly cost: number
  readonly done: DoneTrade | null
  readonly latestSplit: number
  /** The database's time when it was read, which is after the locks. */
  readonly readAt: number
}

export interface DoneTrade extends Trade {
  readonly expectedPrice: number | null
}

/** A statement of its own after the locks, because only a new one sees what others wrote while this one waited. */
export async function readOrders(tx: Tx, orders: readonly OrderKey[]): Promise<OrderFacts[]> {
  const rows = await tx.query<OrderRow>(ordersStatement, [
    listOf(orders, ({ accountId }) => accountId),
    listOf(orders, ({ ticker }) => tickerIdOf(ticker)),
    listOf(orders, ({ key }) => key),
  ])
  return rows.map((row) => ({
    quantity: row.quantity ?? 0,
    cost: row.cost ?? 0,
    done: doneTrade(row),
    latestSplit: row.latestSplit,
    readAt: rows[0]?.readAt ?? 0,
  }))
}

const ordersStatement: Prepared = {
  name: 'read orders',
  text: `select o.n, p.quantity, p.cost_cents as cost, t.type, t.ticker_id as ticker, t.shares,
      t.price_cents as price, t.seen_cents as "expectedPrice", t.at,
      (select coalesce(max(id), 0) from split) as "latestSplit",
      case when o.n = 1 then (extract(epoch from clock_timestamp()) * 1000)::float8 end as "readAt"
    from unnest($1::bigint[], $2::smallint[], $3::uuid[]) with ordinality
      as o (account_id, ticker_id, key, n)
    left join position p on p.account_id = o.account_id and p.ticker_id = o.ticker_id
    left join lateral (
      -- With a limit this stays a look into the index for each order, which a join may not be.
      select * from trade where account_id = o.account_id and key = o.key limit 1
    ) t on true
    order by o.n`,
}

interface OrderRow {
  readonly quantity: number | null
  readonly cost: number | null
  readonly type: 'BUY' | 'SELL' | null
  readonly ticker: number | null
  readonly shares: number
  readonly price: number
  readonly expectedPrice: number | null
  readonly at: Date
  readonly latestSplit: number
  /** In the first row only. */
  readonly readAt: number | null
}

function doneTrade({ type, ticker, shares, price, expectedPrice, at }: OrderRow): DoneTrade | null {
  if (type === null || ticker === null) return null
  return {
    type,
    ticker: tickerOf(ticker),
    quantity: Math.abs(shares),
    price: cents(price),
    expectedPrice,
    at: at.getTime(),
  }
}

export interface NewTrade {
  readonly accountId: number
  readonly key: string
  readonly expectedPrice: number
  readonly trade: Trade
  /** What is held after it. */
  readonly after: Holding
}

/** In the order in which they were decided; of several trades in one position the last one says how it stands. */
export async function writeTrades(tx: Tx, made: readonly NewTrade[]): Promise<void> {
  const positions = lastOf(made, ({ accountId, trade }) => `${accountId} ${trade.ticker}`)
  const accounts = lastOf(made, ({ accountId }) => accountId)
  await tx.query(writeStatement, [
    listOf(made, ({ accountId }) => accountId),
    listOf(made, ({ trade }) => new Date(trade.at).toISOString()),
    listOf(made, ({ trade }) => trade.type),
    listOf(made, ({ trade }) => tickerIdOf(trade.ticker)),
    listOf(made, ({ trade }) => sharesOf(trade)),
    listOf(made, ({ trade }) => times(trade.price, -sharesOf(trade))),
    listOf(made, ({ trade }) => trade.price),
    listOf(made, ({ expectedPrice }) => expectedPrice),
    listOf(made, ({ key }) => key),
    listOf(positions, ({ accountId }) => accountId),
    listOf(positions, ({ trade }) => tickerIdOf(trade.ticker)),
    listOf(positions, ({ after }) => after.position.quantity),
    listOf(positions, ({ after }) => after.position.cost),
    listOf(accounts, ({ accountId }) => accountId),
    listOf(accounts, ({ after }) => after.cash),
    listOf(accounts, ({ trade }) => new Date(trade.at).toISOString()),
  ])
}

const sharesOf = ({ type, quantity }: Trade): number => (type === 'BUY' ? quantity : -quantity)

/** As PostgreSQL writes a list. The driver would look through each value for signs that need care; these have none. */
const listOf = <T>(items: readonly T[], valueOf: (item: T) => number | string): string =>
  `{${items.map(valueOf).join(',')}}`

const lastOf = (made: readonly NewTrade[], keyOfTrade: (made: NewTrade) => unknown): NewTrade[] => [
  ...new Map(made.map((trade) => [keyOfTrade(trade), trade])).values(),
]

const writeStatement: Prepared = {
  name: 'write trades',
  text: `
  with facts as (
    insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, seen_cents, key)
    select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::smallint[], $5::bigint[],
      $6::bigint[], $7::bigint[], $8::bigint[], $9::uuid[])
  ), folded as (
    insert into position (account_id, ticker_id, quantity, cost_cents)
    select * from unnest($10::bigint[], $11::smallint[], $12::bigint[], $13::bigint[])
    on conflict (account_id, ticker_id)
    do update set quantity = excluded.quantity, cost_cents = excluded.cost_cents
  )
  update account
  set cash_cents = now.cash, last_trade_at = now.at, first_trade_at = coalesce(first_trade_at, now.at)
  from unnest($14::bigint[], $15::bigint[], $16::timestamptz[]) as now (id, cash, at)
  where account.id = now.id`,
}
