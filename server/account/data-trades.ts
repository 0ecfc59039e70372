// The trades of a portfolio as parts of a JSON list, a page at a time.
import { setTimeout as sleep } from 'node:timers/promises'

import { realizedGain } from '@tengrand/core/ledger.ts'
import { toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { readTransactions, type Cursor, type LedgerLine } from '../portfolio/transactions.ts'

/** Others are served between two pages, so a page takes a few milliseconds at most. */
const linesPerPage = 250
/** After so many pages the process is left to the others for a while between two of them. */
const pagesAtOnce = 8
const pauseMs = 30

/** Newest first, with commas between them and without brackets. */
export async function* tradesOf(tx: Tx, portfolioId: number): AsyncGenerator<string> {
  const wanted = { portfolioId, limit: linesPerPage, ticker: null, type: null }
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
