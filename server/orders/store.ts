// Statements for the trades of a batch: look up by idempotency key, insert, and update the portfolios.
import type { Trade } from '@tengrand/core/ledger.ts'
import { times } from '@tengrand/core/money.ts'

import { msOf } from '../clock.ts'
import type { Prepared, Tx } from '../db/handle.ts'
import type { EntryText } from '../journal/store.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'
import { listOfTickers, type PortfolioRow } from '../ledger/portfolio-row.ts'
import type { QueuedOrder, Sent } from './queued-order.ts'
import type { StockOrder } from './stock-order.ts'

/** A key belongs to an account in one contest; in another contest it stands for a different order. */
export interface KeyedOrder {
  readonly order: Sent
  readonly contestId: number
}

/** Rows found for the orders of a batch, by object identity: a copy of an order finds nothing. */
export type ByOrder<T> = ReadonlyMap<QueuedOrder | Sent, T>

/** The facts about orders that are read once their portfolios are locked. */
export interface OrderFacts {
  /** The trades of orders that were already executed. */
  readonly done: ByOrder<DoneTrade>
  readonly latestSplit: number
  /** The database's time of the read, which is after the locks. */
  readonly readAt: number
}

export interface DoneTrade extends Trade {
  readonly expectedPrice: number | null
  /** The quantity of the order; null if it was traded whole. */
  readonly asked?: number | null
  /** The id and the public id of the trade's portfolio. */
  readonly portfolioId: number
  readonly portfolio: string
  /** The current cash of this portfolio. */
  readonly currentCash: number
}

/** A separate statement after the locks, because only a new statement sees what others wrote during the wait. */
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
  const done = new Map<QueuedOrder | Sent, DoneTrade>()
  for (const row of rows) if (row.n !== null) done.set(orderAt(orders, row.n), doneTrade(row))
  return { done, latestSplit: moment.latestSplit, readAt: moment.readAt }
}

/** The order of a row, by its number starting at 1. */
export function orderAt(orders: readonly KeyedOrder[], n: number): Sent {
  const found = orders[n - 1]
  if (found === undefined) throw new Error('The database answers about an order that was not sent.')
  return found.order
}

/** Looks up orders in all chapters of the contest, so that a retry in a new chapter still finds its trade. */
const ordersStatement: Prepared = {
  name: 'read orders',
  text: `select moment.*, done.*
    from (
      select (select coalesce(max(id), 0) from split) as "latestSplit",
        ${msOf('clock_timestamp()')} as "readAt"
    ) moment
    left join (
      select o.n, t.type, t.ticker_id as ticker, abs(t.shares) as quantity, t.price_cents as price,
        t.seen_cents as "expectedPrice", t.asked, ${msOf('t.at')} as at, t.cost_cents as cost, t.portfolio_id as "portfolioId", t.public_id as portfolio, t.cash_now as "currentCash"
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

interface DoneRow extends Omit<DoneTrade, 'ticker'> {
  /** Starts at 1. */
  readonly n: number
  readonly ticker: number
}

const doneTrade = (row: DoneRow): DoneTrade => ({ ...row, ticker: tickerOf(row.ticker) })

export interface NewTrade {
  readonly portfolioId: number
  /** The client's key; null for the fill of a conditional order, whose key is in `stock_order`. */
  readonly key: string | null
  /** The order that the trade fills. */
  readonly order: StockOrder | null
  readonly expectedPrice: number | null
  /** The quantity of an order that was reduced. */
  readonly asked?: number | null
  readonly trade: Trade
  /** For the journal; that of a conditional order is in `stock_order`. */
  readonly entry?: EntryText | null
}

/** The state of a portfolio after its trades. */
export type PortfolioAfter = Pick<
  PortfolioRow,
  'id' | 'cash' | 'shares' | 'costs' | 'realized' | 'lastTradeAt' | 'reserved'
>

/** Writes the trades in the order of their decisions, and each portfolio's state after them. */
export async function writeTrades(
  tx: Tx,
  made: readonly NewTrade[],
  after: readonly PortfolioAfter[],
  placed: ReadonlyMap<string, number>,
): Promise<void> {
  /** An order of the same batch has just got its id. */
  const idOf = (order: StockOrder | null) =>
    order === null ? 'NULL' : (placed.get(order.publicId) ?? order.id)
  const hasEntries = made.some(({ entry }) => entry)
  await tx.query(hasEntries ? writeWithEntries : writeStatement, [
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
    listOf(made, ({ asked }) => asked ?? 'NULL'),
    listOf(after, ({ id }) => id),
    listOf(after, ({ cash }) => cash),
    listOf(after, ({ shares }) => `"${listOfTickers(shares)}"`),
    listOf(after, ({ costs }) => `"${listOfTickers(costs)}"`),
    listOf(after, ({ realized }) => `"${realized}"`),
    listOf(after, ({ lastTradeAt }) => new Date(lastTradeAt).toISOString()),
    listOf(after, ({ reserved }) => reserved.cash),
    listOf(after, ({ reserved }) => sharesList(reserved)),
    ...(hasEntries
      ? [
          made.map(({ entry }) => entry?.note ?? null),
          listOf(made, ({ entry }) => entry?.confidence ?? 'NULL'),
        ]
      : []),
  ])
}

const sharesList = ({ shares }: PortfolioRow['reserved']): string =>
  shares === null ? 'NULL' : `"${listOfTickers(shares)}"`

/** Writes the reservations of portfolios that have placed orders and not traded. */
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

/** PostgreSQL's array format. Faster than the driver, because these values never need escaping. */
const listOf = <T>(items: readonly T[], valueOf: (item: T) => number | string): string =>
  `{${items.map(valueOf).join(',')}}`

const facts = `portfolio_id, at, type, ticker_id, shares, cash_cents, price_cents, cost_cents, seen_cents, key, order_id,
  asked`
const factLists = `$1::bigint[], $2::timestamptz[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
  $8::bigint[], $9::bigint[], $10::uuid[], $11::bigint[], $12::integer[]`

const written = (insert: string): string => `
  with facts as (insert into trade ${insert})
  update portfolio
  set cash_cents = now.cash, shares = now.shares::bigint[], cost_cents = now.costs::bigint[],
    realized_cents = now.realized::bigint[], last_trade_at = now.at, first_trade_at = coalesce(first_trade_at, now.at),
    reserved_cents = now.reserved_cash, reserved_shares = now.reserved_shares::bigint[]
  from unnest($13::bigint[], $14::bigint[], $15::text[], $16::text[], $17::text[], $18::timestamptz[], $19::bigint[],
    $20::text[]) as now (id, cash, shares, costs, realized, at, reserved_cash, reserved_shares)
  where portfolio.id = now.id`

const writeStatement: Prepared = {
  name: 'write trades',
  text: written(`(${facts}) select * from unnest(${factLists})`),
}

/** A statement of its own, so that orders without entries cost nothing more. */
const writeWithEntries: Prepared = {
  name: 'write trades with entries',
  text: written(`(${facts}, note, confidence, entry_id)
    select made.*, case when num_nonnulls(note, confidence) > 0 then gen_random_uuid() end
    from unnest(${factLists}, $21::text[], $22::smallint[]) as made (${facts}, note, confidence)`),
}
