// The waiting orders of a portfolio as parts of a JSON list, a page at a time.
import type { Tx } from '../db/handle.ts'
import { readOrderPage } from '../trading/order-list.ts'
import { orderOnWire } from '../trading/order-wire.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'

const ordersPerPage = 250

/** Newest first, with commas between them and without brackets. */
export async function* ordersOf(tx: Tx, portfolioId: number): AsyncGenerator<string> {
  let before: string | null = null
  for (let pages = 0; ; pages += 1) {
    await yieldToEventLoop()
    const wanted = { portfolioId, isOpen: false, ticker: null, before, limit: ordersPerPage }
    const page = await readOrderPage(tx, wanted)
    const text = page.orders.map((order) => JSON.stringify(orderOnWire(order))).join(',\n')
    yield pages === 0 || text === '' ? text : `,\n${text}`
    if (page.next === null) return
    before = page.next
  }
}
