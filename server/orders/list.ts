// Reads pages of the orders of a portfolio, and cancels an order of an account.
import type { Refusal } from '@tengrand/contract/refusals.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Db, Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { cancelOrder } from '../ledger/order-end.ts'
import { portfolioRefSql, lockPortfolios, type PortfolioRef } from '../ledger/portfolios.ts'
import { applySplits, type SplitLog } from '../ledger/splits.ts'
import { orderColumns, orderOf, type OrderRow, type StockOrder } from './stock-order.ts'

interface ListWanted {
  readonly isOpen: boolean
  /** Lists the orders that were closed at this instant or later, the last one first. */
  readonly closedAfter?: number | null
  readonly ticker: Ticker | null
  /** The public id of the last listed order, because a row id would reveal the total number of orders. */
  readonly before: string | null
  /** The highest row id to include, for a list as of an earlier moment; by default all orders. */
  readonly through?: number
  readonly limit: number
}

/** Null if the account has no such portfolio. First applies new splits, because they cancel orders. */
export async function readOrderList(
  { db, log }: { readonly db: Db; readonly log: SplitLog },
  ref: PortfolioRef,
  wanted: ListWanted,
) {
  const [portfolio] = await db.query<{ id: number; hasNewSplits: boolean }>(
    `select id, splits_through < (select coalesce(max(id), 0) from split) as "hasNewSplits"
     from portfolio where ${portfolioRefSql('$1', '$2')}`,
    [ref.accountId, ref.publicId],
  )
  if (portfolio === undefined) return null
  const { id, hasNewSplits } = portfolio
  if (hasNewSplits) await db.transaction((tx) => applySplits(tx, [id], log))
  return readOrderPage(db, id, wanted)
}

/** Newest first. A `before` of another portfolio's order returns an empty page. */
export async function readOrderPage(tx: Tx, portfolioId: number, wanted: ListWanted) {
  const { isOpen, closedAfter = null, ticker, before, through = null, limit } = wanted
  const [position, newestFirst] =
    closedAfter === null ? ['id', 'id desc'] : ['closed_at, id', 'closed_at desc, id desc']
  const rows = await tx.query<OrderRow>(
    `select ${orderColumns} from stock_order o
     where portfolio_id = $1 ${isOpen ? "and state = 'open'" : ''} ${closedAfter === null ? '' : 'and closed_at >= $6'}
       and ($2::uuid is null or (${position}) < (
         select ${position} from stock_order where public_id = $2 and portfolio_id = $1
       ))
       and ($3::smallint is null or ticker_id = $3)
       and ($5::bigint is null or id <= $5)
     order by ${newestFirst} limit $4`,
    [
      portfolioId,
      before,
      ticker === null ? null : tickerIdOf(ticker),
      limit + 1,
      through,
      ...(closedAfter === null ? [] : [new Date(closedAfter)]),
    ],
  )
  const orders = rows.slice(0, limit).map(orderOf)
  return { orders, next: rows.length > limit ? (orders.at(-1)?.publicId ?? null) : null }
}

type Cancelled =
  | { readonly order: StockOrder }
  | { readonly refusal: Extract<Refusal, { code: 'unknown_order' | 'order_closed' }> }

/** Locks the portfolio, like a fill does, so only the first of the two takes effect. */
export function cancelOwnOrder(db: Db, accountId: number, publicId: string): Promise<Cancelled> {
  return db.transaction(async (tx) => {
    const [found] = await tx.query<{ id: number; portfolioId: number }>(
      `select o.id, o.portfolio_id as "portfolioId"
       from stock_order o join portfolio p on p.id = o.portfolio_id
       where o.public_id = $1 and p.account_id = $2`,
      [publicId, accountId],
    )
    if (found === undefined) return { refusal: { code: 'unknown_order' } }
    await lockPortfolios(tx, [found.portfolioId])
    const isCancelled = await cancelOrder(tx, found.id)
    const [row] = await tx.query<OrderRow>(
      `select ${orderColumns} from stock_order o where id = $1`,
      [found.id],
    )
    if (row === undefined) return { refusal: { code: 'unknown_order' } }
    const order = orderOf(row)
    if (isCancelled || order.state === 'open') return { order }
    return { refusal: { code: 'order_closed', state: order.state } }
  })
}
