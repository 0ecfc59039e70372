// The trades of a portfolio up to a moment as parts of a JSON list, a page at a time.
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
