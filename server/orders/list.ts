// Reads pages of the orders of a portfolio, and cancels an order of an account.
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'
import type { Refused } from '../http/route.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { cancelOrder } from '../ledger/order-end.ts'
import { lockPortfolios } from '../ledger/portfolios.ts'
import { bringUpToDate, stateColumns, type ReadDeps, type ReadState } from '../ledger/up-to-date.ts'
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

/** Locks the portfolio, like a fill does, so only the first of the two takes effect. */
export async function cancelOwnOrder(
  deps: ReadDeps,
  accountId: number,
  publicId: string,
): Promise<{ readonly order: StockOrder } | Refused> {
  const [found] = await deps.db.query<ReadState>(
    `select p.id, contest_id as "contestId", ${stateColumns}
     from stock_order o join portfolio p on p.id = o.portfolio_id
     where o.public_id = $1 and account_id = $2`,
    [publicId, accountId],
  )
  if (found === undefined) return refused('unknown_order')
  // First, because a new split and the end of a contest end orders.
  await bringUpToDate(deps, found)
  return deps.db.transaction(async (tx) => {
    await lockPortfolios(tx, [found.id])
    const isCancelled = await cancelOrder(tx, publicId)
    const [row] = await tx.query<OrderRow>(
      `select ${orderColumns} from stock_order o where public_id = $1`,
      [publicId],
    )
    if (row === undefined) return refused('unknown_order')
    const order = orderOf(row)
    if (isCancelled || order.state === 'open') return { order }
    return { refusal: { code: 'order_closed', state: order.state } }
  })
}
