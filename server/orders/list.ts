// Reads pages of the orders of a portfolio, and cancels an order of an account.
import type { Refusal } from '@tengrand/contract/refusals.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { cancelOrder } from '../ledger/order-end.ts'
import { portfolioRefSql, lockPortfolios, type PortfolioRef } from '../ledger/portfolios.ts'
import { readState, type ReadDeps } from '../ledger/up-to-date.ts'
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

/** Null if the account has no such portfolio. First brings the portfolio up to date, because new splits and the end of a contest end orders. */
export async function readOrderList(deps: ReadDeps, ref: PortfolioRef, wanted: ListWanted) {
  const condition = portfolioRefSql('$1', '$2')
  const portfolio = await readState(deps, condition, [ref.accountId, ref.publicId])
  if (portfolio === null) return null
  return readOrderPage(deps.db, portfolio.id, wanted)
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
export async function cancelOwnOrder(
  deps: ReadDeps,
  accountId: number,
  publicId: string,
): Promise<Cancelled> {
  const ofOrder = 'id = (select portfolio_id from stock_order where public_id = $1)'
  const found = await readState(deps, `account_id = $2 and ${ofOrder}`, [publicId, accountId])
  if (found === null) return { refusal: { code: 'unknown_order' } }
  return deps.db.transaction(async (tx) => {
    await lockPortfolios(tx, [found.id])
    const isCancelled = await cancelOrder(tx, publicId)
    const [row] = await tx.query<OrderRow>(
      `select ${orderColumns} from stock_order o where public_id = $1`,
      [publicId],
    )
    if (row === undefined) return { refusal: { code: 'unknown_order' } }
    const order = orderOf(row)
    if (isCancelled || order.state === 'open') return { order }
    return { refusal: { code: 'order_closed', state: order.state } }
  })
}
