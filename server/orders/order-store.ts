// Statements for the waiting orders of a batch: look up by key, read open ones, insert, mark as filled.
import type { Tx } from '../db/handle.ts'
import type { EntryText } from '../journal/store.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { orderColumns, orderOf, type OrderRow, type StockOrder } from './stock-order.ts'
import { orderAt, type ByOrder, type KeyedOrder } from './store.ts'

export interface PlacedBefore {
  readonly order: StockOrder
  /** The public id of the order's portfolio. */
  readonly portfolio: string
}

/** Reads the orders that were already placed with these keys, in any chapter of the contest. */
export async function readPlaced(
  tx: Tx,
  sent: readonly KeyedOrder[],
): Promise<ByOrder<PlacedBefore>> {
  if (sent.length === 0) return new Map()
  const rows = await tx.query<OrderRow & { readonly n: number; readonly portfolio: string }>(
    `select k.n, p.public_id as portfolio, ${orderColumns}
     from unnest($1::bigint[], $2::integer[], $3::uuid[]) with ordinality as k (account_id, contest_id, key, n)
     join portfolio p on p.account_id = k.account_id and p.contest_id = k.contest_id
     join stock_order o on o.portfolio_id = p.id and o.key = k.key`,
    [
      sent.map(({ order }) => order.accountId),
      sent.map(({ contestId }) => contestId),
      sent.map(({ order }) => order.key),
    ],
  )
  return new Map(
    rows.map(({ n, portfolio, ...row }) => [orderAt(sent, n), { order: orderOf(row), portfolio }]),
  )
}

/** Returns those of the orders that are still open, by id. */
export async function readWaiting(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, StockOrder>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<OrderRow>(
    `select ${orderColumns} from stock_order o where id = any($1::bigint[]) and state = 'open'`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, orderOf(row)]))
}

/** The number of open orders of each portfolio that has some. */
export async function countOpen(
  tx: Tx,
  portfolioIds: readonly number[],
): Promise<Map<number, number>> {
  if (portfolioIds.length === 0) return new Map()
  const rows = await tx.query<{ id: number; count: number }>(
    `select portfolio_id as id, count(*)::int as count from stock_order
     where portfolio_id = any($1::bigint[]) and state = 'open' group by portfolio_id`,
    [portfolioIds],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Returns the locked ones of the accounts. An account that is locked during a request gets no new order. */
export async function findLocked(tx: Tx, accountIds: readonly number[]): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set()
  const rows = await tx.query<{ id: number }>(
    'select id from account where id = any($1::bigint[]) and locked_at is not null',
    [accountIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** An order without an id, which the insert assigns. */
export interface NewOrder {
  readonly order: Omit<StockOrder, 'id'>
  readonly key: string
  readonly entry?: EntryText | null
}

/** Returns the id of each order by its public id. */
export async function insertOrders(
  tx: Tx,
  placed: readonly NewOrder[],
): Promise<ReadonlyMap<string, number>> {
  if (placed.length === 0) return new Map()
  const rows = await tx.query<{ id: number; publicId: string }>(
    `insert into stock_order (public_id, portfolio_id, key, ticker_id, side, kind, quantity, price_cents, lasts,
       placed_at, expires_at, state, closed_at, reason, note, confidence)
     select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::smallint[], $5::text[], $6::text[], $7::bigint[],
       $8::bigint[], $9::text[], $10::timestamptz[], $11::timestamptz[], $12::text[], $13::timestamptz[],
       $14::text[], $15::text[], $16::smallint[])
     returning id, public_id as "publicId"`,
    [
      placed.map(({ order }) => order.publicId),
      placed.map(({ order }) => order.portfolioId),
      placed.map(({ key }) => key),
      placed.map(({ order }) => tickerIdOf(order.ticker)),
      placed.map(({ order }) => order.side),
      placed.map(({ order }) => order.kind),
      placed.map(({ order }) => order.quantity),
      placed.map(({ order }) => order.price),
      placed.map(({ order }) => order.lasts),
      placed.map(({ order }) => new Date(order.placedAt)),
      placed.map(({ order }) => new Date(order.expiresAt)),
      placed.map(({ order }) => order.state),
      placed.map(({ order }) => (order.closedAt === null ? null : new Date(order.closedAt))),
      placed.map(({ order }) => order.reason),
      placed.map(({ entry }) => entry?.note ?? null),
      placed.map(({ entry }) => entry?.confidence ?? null),
    ],
  )
  return new Map(rows.map(({ id, publicId }) => [publicId, id]))
}

/** Marks waiting orders that became trades. */
export async function markFilled(tx: Tx, filled: readonly StockOrder[]): Promise<void> {
  if (filled.length === 0) return
  await tx.query(
    `update stock_order o set state = 'filled', closed_at = f.at
     from unnest($1::bigint[], $2::timestamptz[]) as f (id, at) where o.id = f.id`,
    [filled.map(({ id }) => id), filled.map(({ closedAt }) => new Date(closedAt ?? 0))],
  )
}
