// Trades in the database, many at a time: their orders are looked up and they are written in one statement each.
import type { Trade } from '@tengrand/core/ledger.ts'
import { cents, times } from '@tengrand/core/money.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'
import type { PortfolioState } from './portfolios.ts'

export interface OrderKey {
  readonly accountId: number
  readonly key: string
}

/** What is known about one order: the trade that it became already. */
export interface OrderFacts {
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
    listOf(orders, ({ key }) => key),
  ])
  return rows.map((row) => ({
    done: doneTrade(row),
    latestSplit: row.latestSplit,
    readAt: rows[0]?.readAt ?? 0,
  }))
}

/** In all portfolios of the account: a retry after a new chapter was begun still finds its trade. */
const ordersStatement: Prepared = {
  name: 'read orders',
  text: `select o.n, t.type, t.ticker_id as ticker, t.shares, t.price_cents as price,
      t.seen_cents as "expectedPrice", t.at, t.cost_cents as cost,
      (select coalesce(max(id), 0) from split) as "latestSplit",
      case when o.n = 1 then (extract(epoch from clock_timestamp()) * 1000)::float8 end as "readAt"
    from unnest($1::bigint[], $2::uuid[]) with ordinality as o (account_id, key, n)
    left join lateral (
      -- With a limit this stays a look into the indexes for each order, which a join may not be.
      select trade.* from portfolio p join trade on portfolio_id = p.id and key = o.key
      where p.account_id = o.account_id limit 1
    ) t on true
    order by o.n`,
}

interface OrderRow {
  readonly type: 'BUY' | 'SELL' | null
  readonly ticker: number | null
  readonly shares: number
  readonly price: number
  readonly expectedPrice: number | null
  readonly at: Date
  readonly cost: number
  readonly latestSplit: number
  /** In the first row only. */
  readonly readAt: number | null
}

function doneTrade(row: OrderRow): DoneTrade | null {
  const { type, ticker, shares, price, expectedPrice, at, cost } = row
  if (type === null || ticker === null) return null
  return {
    type,
    ticker: tickerOf(ticker),
    quantity: Math.abs(shares),
    price: cents(price),
    expectedPrice,
    at: at.getTime(),
    cost: cents(cost),
  }
}

export interface NewTrade {
  readonly portfolioId: number
  readonly key: string
  readonly expectedPrice: number
  readonly trade: Trade
}

/** How a portfolio stands after its trades. */
export type PortfolioAfter = Pick<
  PortfolioState,
  'id' | 'cash' | 'shares' | 'costs' | 'lastTradeAt'
>

/** The trades in the order in which they were decided, and each portfolio as they leave it. */
export async function writeTrades(
  tx: Tx,
  made: readonly NewTrade[],
  after: readonly PortfolioAfter[],
): Promise<void> {
  await tx.query(writeStatement, [
    listOf(made, ({ portfolioId }) => portfolioId),
    listOf(made, ({ trade }) => new Date(trade.at).toISOString()),
    listOf(made, ({ trade }) => trade.type),
    listOf(made, ({ trade }) => tickerIdOf(trade.ticker)),
    listOf(made, ({ trade }) => sharesOf(trade)),
    listOf(made, ({ trade }) => times(trade.price, -sharesOf(trade))),
    listOf(made, ({ trade }) => trade.price),
    listOf(made, ({ trade }) => trade.cost),
    listOf(made, ({ expectedPrice }) => expectedPrice),
    listOf(made, ({ key }) => key),
    listOf(after, ({ id }) => id),
    listOf(after, ({ cash }) => cash),
    listOf(after, ({ shares }) => `"{${shares.slice(1).join(',')}}"`),
    listOf(after, ({ costs }) => `"{${costs.slice(1).join(',')}}"`),
    listOf(after, ({ lastTradeAt }) => new Date(lastTradeAt).toISOString()),
  ])
}

const sharesOf = ({ type, quantity }: Trade): number => (type === 'BUY' ? quantity : -quantity)

/** As PostgreSQL writes a list. The driver would look through each value for signs that need care; these have none. */
const listOf = <T>(items: readonly T[], valueOf: (item: T) => number | string): string =>
  `{${items.map(valueOf).join(',')}}`

const writeStatement: Prepared = {
  name: 'write trades',
  text: `
  with facts as (
    insert into trade
      (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, seen_cents, key)
    select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::smallint[], $5::bigint[],
      $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::uuid[])
  )
  update portfolio
  set cash_cents = now.cash, shares = now.shares::bigint[], cost_cents = now.costs::bigint[],
    last_trade_at = now.at, first_trade_at = coalesce(first_trade_at, now.at)
  from unnest($11::bigint[], $12::bigint[], $13::text[], $14::text[], $15::timestamptz[])
    as now (id, cash, shares, costs, at)
  where portfolio.id = now.id`,
}
