// Statements for the trades of a batch: look up by idempotency key, insert, and update the portfolios.
import type { Trade } from '@tengrand/core/ledger.ts'
import { cents, times } from '@tengrand/core/money.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'
import { listOfTickers, type PortfolioRow } from '../ledger/portfolio-row.ts'
import type { QueuedOrder, SentOrder } from './queued-order.ts'
import type { StockOrder } from './stock-order.ts'

/** A key is one of an account in one contest: in another contest it stands for another order. */
export interface KeyedOrder {
  readonly order: SentOrder
  readonly contestId: number
}

/** Rows that were found for orders of a batch, by the order object itself: a copy of an order finds nothing. */
export type ByOrder<T> = ReadonlyMap<QueuedOrder, T>

/** What is known about orders when their portfolios are locked. */
export interface OrderFacts {
  /** The trade that an order became already. */
  readonly done: ByOrder<DoneTrade>
  readonly latestSplit: number
  /** The database's time when it was read, which is after the locks. */
  readonly readAt: number
}

export interface DoneTrade extends Trade {
  readonly expectedPrice: number | null
  /** The portfolio that it is in, and the public id of that. */
  readonly portfolioId: number
  readonly portfolio: string
  /** That this portfolio has by now. */
  readonly currentCash: number
}

/** A statement of its own after the locks, because only a new one sees what others wrote while this one waited. */
export async function readOrders(tx: Tx, orders: readonly KeyedOrder[]): Promise<OrderFacts> {
  const rows = await tx.query<Omit<OrderFacts, 'done'> & (DoneRow | { readonly n: null })>(
    ordersStatement,
    [
      listOf(orders, ({ order }) => order.accountId),
      listOf(orders, ({ contestId }) => contestId),
      listOf(orders, ({ order }) => order.key),
    ],
  )
  const [moment] = rows
  if (moment === undefined) throw new Error('The database does not answer with its time.')
  const done = new Map<QueuedOrder, DoneTrade>()
  for (const row of rows) if (row.n !== null) done.set(orderAt(orders, row.n), doneTrade(row))
  return { done, latestSplit: moment.latestSplit, readAt: moment.readAt }
}

/** The order of a row, by its number from 1 on. */
export function orderAt(orders: readonly KeyedOrder[], n: number): SentOrder {
  const found = orders[n - 1]
  if (found === undefined) throw new Error('The database answers about an order that was not sent.')
  return found.order
}

/** Orders are looked up in all chapters of the contest: a retry after a new one was begun still finds its trade. */
const ordersStatement: Prepared = {
  name: 'read orders',
  text: `select moment.*, done.*
    from (
      select (select coalesce(max(id), 0) from split) as "latestSplit",
        (extract(epoch from clock_timestamp()) * 1000)::float8 as "readAt"
    ) moment
    left join (
      select o.n, t.type, t.ticker_id as ticker, t.shares, t.price_cents as price,
        t.seen_cents as "expectedPrice", t.at, t.cost_cents as cost, t.portfolio_id as "portfolioId", t.public_id as portfolio, t.cash_now as "currentCash"
      from unnest($1::bigint[], $2::integer[], $3::uuid[]) with ordinality as o (account_id, contest_id, key, n),
        lateral (
          -- With limits this stays a look into the indexes for each order, which a join may not be.
          select own.*, p.public_id, p.cash_cents as cash_now from portfolio p, lateral (
            select * from trade where portfolio_id = p.id and key = o.key limit 1
          ) own where p.account_id = o.account_id and p.contest_id = o.contest_id limit 1
        ) t
    ) done on true`,
}

const splitAfterStatement: Prepared = {
  name: 'has split after',
  text: 'select exists (select from split where id > $1) as "isThere"',
}

export async function hasSplitAfter(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx.query<{ isThere: boolean }>(splitAfterStatement, [id])
  return row?.isThere ?? false
}

interface DoneRow extends Omit<DoneTrade, 'ticker' | 'quantity' | 'price' | 'at' | 'cost'> {
  /** From 1 on. */
  readonly n: number
  readonly ticker: number
  readonly shares: number
  readonly price: number
  readonly at: Date
  readonly cost: number
}

const doneTrade = ({ ticker, shares, price, at, cost, ...row }: DoneRow): DoneTrade => ({
  ...row,
  ticker: tickerOf(ticker),
  quantity: Math.abs(shares),
  price: cents(price),
  at: at.getTime(),
  cost: cents(cost),
})

export interface NewTrade {
  readonly portfolioId: number
  /** Of the client; null for the fill of an order, which has its own. */
  readonly key: string | null
  /** The order that it fills. */
  readonly order: StockOrder | null
  readonly expectedPrice: number | null
  readonly trade: Trade
}

/** How a portfolio stands after its trades. */
export type PortfolioAfter = Pick<
  PortfolioRow,
  'id' | 'cash' | 'shares' | 'costs' | 'realized' | 'lastTradeAt' | 'reserved'
>

/** The trades in the order in which they were decided, and each portfolio as they leave it. */
export async function writeTrades(
  tx: Tx,
  made: readonly NewTrade[],
  after: readonly PortfolioAfter[],
  placed: ReadonlyMap<string, number>,
): Promise<void> {
  /** One that was placed in the same batch has just got its number. */
  const idOf = (order: StockOrder | null) =>
    order === null ? 'NULL' : (placed.get(order.publicId) ?? order.id)
  await tx.query(writeStatement, [
    listOf(made, ({ portfolioId }) => portfolioId),
    listOf(made, ({ trade }) => new Date(trade.at).toISOString()),
    listOf(made, ({ trade }) => trade.type),
    listOf(made, ({ trade }) => tickerIdOf(trade.ticker)),
    listOf(made, ({ trade }) => sharesOf(trade)),
    listOf(made, ({ trade }) => times(trade.price, -sharesOf(trade))),
    listOf(made, ({ trade }) => trade.price),
    listOf(made, ({ trade }) => trade.cost),
    listOf(made, ({ expectedPrice }) => expectedPrice ?? 'NULL'),
    listOf(made, ({ key }) => key ?? 'NULL'),
    listOf(made, ({ order }) => idOf(order)),
    listOf(after, ({ id }) => id),
    listOf(after, ({ cash }) => cash),
    listOf(after, ({ shares }) => `"${listOfTickers(shares)}"`),
    listOf(after, ({ costs }) => `"${listOfTickers(costs)}"`),
    listOf(after, ({ realized }) => `"${realized}"`),
    listOf(after, ({ lastTradeAt }) => new Date(lastTradeAt).toISOString()),
    listOf(after, ({ reserved }) => reserved.cash),
    listOf(after, ({ reserved }) => sharesList(reserved)),
  ])
}

const sharesList = ({ shares }: PortfolioRow['reserved']): string =>
  shares === null ? 'NULL' : `"${listOfTickers(shares)}"`

/** Of portfolios that have placed orders and not traded. */
export async function writeReserved(tx: Tx, after: readonly PortfolioRow[]): Promise<void> {
  await tx.query(
    `update portfolio set reserved_cents = now.cash, reserved_shares = now.shares::bigint[]
     from unnest($1::bigint[], $2::bigint[], $3::text[]) as now (id, cash, shares)
     where portfolio.id = now.id`,
    [
      listOf(after, ({ id }) => id),
      listOf(after, ({ reserved }) => reserved.cash),
      listOf(after, ({ reserved }) => sharesList(reserved)),
    ],
  )
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
      (portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, seen_cents, key, order_id)
    select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::smallint[], $5::bigint[],
      $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::uuid[], $11::bigint[])
  )
  update portfolio
  set cash_cents = now.cash, shares = now.shares::bigint[], cost_cents = now.costs::bigint[],
    realized_cents = now.realized::bigint[], last_trade_at = now.at, first_trade_at = coalesce(first_trade_at, now.at),
    reserved_cents = now.reserved_cash, reserved_shares = now.reserved_shares::bigint[]
  from unnest($12::bigint[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::timestamptz[], $18::bigint[],
    $19::text[]) as now (id, cash, shares, costs, realized, at, reserved_cash, reserved_shares)
  where portfolio.id = now.id`,
}
