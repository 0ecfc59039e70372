// The trades and the waiting orders of a portfolio up to a moment as parts of JSON lists, a page at a time.
import { setTimeout as sleep } from 'node:timers/promises'

import { realizedGain } from '@tengrand/core/ledger.ts'
import { toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { readOrderPage } from '../orders/list.ts'
import { orderOnWire, type StockOrder } from '../orders/stock-order.ts'
import { readTransactions, type Cursor, type LedgerLine } from '../portfolio/transactions.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

/** Others are served between two pages, so a page takes a few milliseconds at most. */
const linesPerPage = 250
/** After so many pages the process is left to the others for a while between two of them. */
const pagesAtOnce = 8
const pauseMs = 30

/**
 * The number of the last trade of this moment, 0 where there is none. Trades never change, and the next one of the
 * portfolio gets a higher number because it waits for the lock of the portfolio. So those up to this number can be
 * read later, and are the same.
 */
export async function readLastTrade(tx: Tx, portfolioId: number): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    'select coalesce(max(id), 0) as id from trade where portfolio_id = $1',
    [portfolioId],
  )
  return row?.id ?? 0
}

interface WantedTrades {
  readonly portfolioId: number
  /** The number of the last one. */
  readonly through: number
}

/** Newest first, with commas between them and without brackets. */
export async function* tradesOf(
  tx: Tx,
  { portfolioId, through }: WantedTrades,
): AsyncGenerator<string> {
  const wanted = { portfolioId, through, limit: linesPerPage, ticker: null, type: null }
  let before: Cursor | null = null
  for (let pages = 0; ; pages += 1) {
    if (pages >= pagesAtOnce) await sleep(pauseMs)
    const page = await readTransactions(tx, { ...wanted, before })
    const text = page.lines.map((line) => JSON.stringify(tradeOf(line))).join(',\n')
    yield pages === 0 || text === '' ? text : `,\n${text}`
    if (page.next === null) return
    before = page.next
  }
}

function tradeOf({ entry, cash }: LedgerLine) {
  const gain = realizedGain(entry)
  return {
    timestamp: new Date(entry.at).toISOString(),
    type: entry.type,
    ticker: entry.ticker,
    quantity: entry.quantity,
    price: entry.type === 'SPLIT' ? 0 : toDollars(entry.price),
    cash: toDollars(cash),
    realized_gain: gain === null ? null : toDollars(gain),
  }
}

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
