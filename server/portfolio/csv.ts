// Writes the transactions of a portfolio as CSV (RFC 4180), a page at a time.
import { toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import { entryOnWire, readPages, type LedgerLine } from './transactions.ts'

const columns = ['Date', 'Type', 'Ticker', 'Quantity', 'Price', 'Total', 'Cash', 'Realized gain']
/** The first page is read before anything is answered, so that a failure can still be said in an answer of its own. */
export async function transactionsCsv(tx: Tx, portfolioId: number): Promise<AsyncIterable<string>> {
  const pages = readPages(tx, { portfolioId })
  const first = await pages.next()
  return (async function* () {
    yield rowOf(columns) + (first.value ?? []).map(lineOf).join('')
    for await (const lines of pages) {
      // The page before it has promised a line: where there is none, the account was deleted meanwhile.
      if (lines.length === 0) throw new AccountGone()
      yield lines.map(lineOf).join('')
    }
  })()
}

/** Cash is what the line brought: the sum of the column and the starting cash is the balance. */
function lineOf({ entry, cash }: LedgerLine): string {
  const brought = toDollars(cash)
  const { timestamp, type, ticker, quantity, price, realized_gain } = entryOnWire(entry, {})
  const total = type === 'SPLIT' ? 0 : Math.abs(brought)
  return rowOf([timestamp, type, ticker, quantity, price, total, brought, realized_gain ?? ''])
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
