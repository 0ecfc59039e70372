// The transactions as a table for spreadsheets (RFC 4180), a page at a time, however many there are.
import { setTimeout as sleep } from 'node:timers/promises'

import { realizedGain } from '@tengrand/core/ledger.ts'
import { toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import { readTransactions, type LedgerLine } from './transactions.ts'

const columns = ['Date', 'Type', 'Ticker', 'Quantity', 'Price', 'Total', 'Cash', 'Realized gain']
/** Others are served between two pages, so a page takes a few milliseconds at most. */
const linesPerPage = 250
/** After so many pages the process is left to the others for a while between two of them. */
const pagesAtOnce = 8
const pauseMs = 30

/** The first page is read before anything is answered, so that a failure can still be said in an answer of its own. */
export async function transactionsCsv(tx: Tx, portfolioId: number): Promise<AsyncIterable<string>> {
  const wanted = { portfolioId, limit: linesPerPage, ticker: null, type: null }
  const first = await readTransactions(tx, { ...wanted, before: null })
  return (async function* () {
    yield rowOf(columns) + first.lines.map(lineOf).join('')
    let pages = 1
    for (let { next } = first; next !== null; pages += 1) {
      if (pages >= pagesAtOnce) await sleep(pauseMs)
      const page = await readTransactions(tx, { ...wanted, before: next })
      // The page before it has promised a line: where there is none, the account was deleted meanwhile.
      if (page.lines.length === 0) throw new AccountGone()
      yield page.lines.map(lineOf).join('')
      ;({ next } = page)
    }
  })()
}

/** Cash is what the line brought: the sum of the column and the starting cash is the balance. */
function lineOf({ entry, cash }: LedgerLine): string {
  const { at, type, ticker, quantity } = entry
  const price = entry.type === 'SPLIT' ? 0 : toDollars(entry.price)
  const total = entry.type === 'SPLIT' ? 0 : Math.abs(toDollars(cash))
  const gain = realizedGain(entry)
  return rowOf([
    new Date(at).toISOString(),
    type,
    ticker,
    quantity,
    price,
    total,
    toDollars(cash),
    gain === null ? '' : toDollars(gain),
  ])
}

export const rowOf = (cells: readonly (string | number)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe in front, which it reads as: text. A number is
 * written by us and is a number, also when it begins with a minus.
 */
function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
