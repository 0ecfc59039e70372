// Streams the trades and orders of a portfolio, as of one moment, as parts of JSON lists, page by page.
import { toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import type { Listing } from '../market/markets.ts'
import { writtenOf } from '../journal/on-wire.ts'
import { readEntryPages } from '../journal/store.ts'
import { readOrderPage } from '../orders/list.ts'
import { orderOnWire } from '../orders/stock-order.ts'
import { entryOnWire, readPages, type LedgerLine } from '../portfolio/transactions.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

/**
 * The id of the last trade, 0 where there is none. Trades never change, and the lock of the portfolio gives later trades
 * higher ids, so the trades up to this id can be read after the snapshot.
 */
export async function readLastTrade(tx: Tx, portfolioId: number): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from trade where portfolio_id = $1',
    [portfolioId],
  )
  return row?.id ?? 0
}

/** Newest first, with commas between them and without brackets; `through` is the id of the last trade. */
export async function* tradesOf(
  tx: Tx,
  wanted: { readonly portfolioId: number; readonly through: number },
  listing: Listing,
): AsyncGenerator<string> {
  let comma = ''
  for await (const lines of readPages(tx, wanted)) {
    const text = lines.map((line) => tradeOf(line, listing)).join(',\n')
    yield text === '' ? text : comma + text
    comma = ',\n'
  }
}

const tradeOf = ({ entry, cash }: LedgerLine, listing: Listing): string =>
  JSON.stringify(entryOnWire(entry, listing, { cash: toDollars(cash) }))

const ordersPerPage = 250

/** The open orders, whose number is limited, and the id of the newest order: closed orders can be read later, because they never change. */
export async function readOrdersSnapshot(tx: Tx, portfolioId: number) {
  const [row] = await tx.query<{ last: number; open: number }>(
    `select coalesce(max(id), 0) as last, count(*) filter (where state = 'open') as open
     from stock_order where portfolio_id = $1`,
    [portfolioId],
  )
  const { last = 0, open = 0 } = row ?? {}
  const wanted = { isOpen: true, ticker: null, before: null, limit: open }
  const { orders } = await readOrderPage(tx, portfolioId, wanted)
  return { last, open: new Map(orders.map((order) => [order.id, order])) }
}

/** Newest first, with commas between them and without brackets. */
export async function* ordersOf(
  tx: Tx,
  portfolioId: number,
  { last, open }: Awaited<ReturnType<typeof readOrdersSnapshot>>,
): AsyncGenerator<string> {
  const all = { isOpen: false, ticker: null, through: last, limit: ordersPerPage }
  let before: string | null = null
  for (let pages = 0; ; pages += 1) {
    await yieldToEventLoop()
    const page = await readOrderPage(tx, portfolioId, { ...all, before })
    const orders = page.orders.map((order) => orderOnWire(open.get(order.id) ?? order))
    const text = orders.map((order) => JSON.stringify(order)).join(',\n')
    yield pages === 0 || text === '' ? text : `,\n${text}`
    if (page.next === null) return
    before = page.next
  }
}

/** Newest first, with commas between them and without brackets. Reasons can still be changed while they are read. */
export async function* journalOf(tx: Tx, portfolioId: number): AsyncGenerator<string> {
  let comma = ''
  for await (const entries of readEntryPages(tx, portfolioId)) {
    const text = entries.map((entry) => JSON.stringify(writtenOf(entry))).join(',\n')
    yield text === '' ? text : comma + text
    comma = ',\n'
  }
}
