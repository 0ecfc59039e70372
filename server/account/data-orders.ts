// The waiting orders of a portfolio at a moment as parts of a JSON list, a page at a time.
import type { Tx } from '../db/handle.ts'
import { readOrderPage } from '../orders/list.ts'
import { orderOnWire } from '../orders/wire.ts'
import type { StockOrder } from '../orders/stock-order.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

const ordersPerPage = 250

/** What is needed to read the orders of this moment later: those that are closed never change any more. */
export interface OrdersOfMoment {
  /** The number of the newest; later orders of the portfolio get higher ones. Zero where there is none. */
  readonly last: number
  /** By their numbers; there is a bound for them. */
  readonly open: ReadonlyMap<number, StockOrder>
}

export async function readOrdersOfMoment(tx: Tx, portfolioId: number): Promise<OrdersOfMoment> {
  const [row] = await tx.query<{ last: number; open: number }>(
    `select coalesce(max(id), 0) as last, count(*) filter (where state = 'open') as open
     from stock_order where portfolio_id = $1`,
    [portfolioId],
  )
  const { last = 0, open = 0 } = row ?? {}
  const wanted = { portfolioId, isOpen: true, ticker: null, before: null, limit: open }
  const { orders } = await readOrderPage(tx, wanted)
  return { last, open: new Map(orders.map((order) => [order.id, order])) }
}

/** Newest first, with commas between them and without brackets. */
export async function* ordersOf(
  tx: Tx,
  portfolioId: number,
  { last, open }: OrdersOfMoment,
): AsyncGenerator<string> {
  const all = { portfolioId, isOpen: false, ticker: null, through: last, limit: ordersPerPage }
  let before: string | null = null
  for (let pages = 0; ; pages += 1) {
    await yieldToEventLoop()
    const page = await readOrderPage(tx, { ...all, before })
    const orders = page.orders.map((order) => orderOnWire(open.get(order.id) ?? order))
    const text = orders.map((order) => JSON.stringify(order)).join(',\n')
    yield pages === 0 || text === '' ? text : `,\n${text}`
    if (page.next === null) return
    before = page.next
  }
}
