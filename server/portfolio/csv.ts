// Writes the transactions of a portfolio as CSV (RFC 4180), a page at a time.
import { toDollars } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { Listing } from '../market/markets.ts'
import { entryOnWire, readPages, type LedgerLine } from './transactions.ts'

const columns = ['Date', 'Type', 'Ticker', 'Quantity', 'Price', 'Total', 'Cash', 'Realized gain']
/** Reads the first page before the response begins, so that a failure can still get its own response. */
export async function transactionsCsv(
  tx: Tx,
  portfolioId: number,
  listing: Listing,
): Promise<AsyncIterable<string>> {
  const lineOf = (line: LedgerLine) => csvLineOf(line, listing)
  const pages = readPages(tx, { portfolioId })
  const first = await pages.next()
  return (async function* () {
    yield rowOf(columns) + (first.value ?? []).map(lineOf).join('')
    for await (const lines of pages) {
      // The previous page announced another line, so an empty page means that the account was deleted meanwhile.
      if (lines.length === 0) throw new AccountGone()
      yield lines.map(lineOf).join('')
    }
  })()
}

/** The cash column is the change of the balance: its sum plus the starting cash is the balance. */
function csvLineOf({ entry, cash }: LedgerLine, listing: Listing): string {
  const brought = toDollars(cash)
  const { timestamp, type, ticker, quantity, price, realized_gain } = entryOnWire(entry, listing)
  const total = type === 'SPLIT' ? 0 : Math.abs(brought)
  return rowOf([timestamp, type, ticker, quantity, price, total, brought, realized_gain ?? ''])
}

export const rowOf = (cells: readonly (string | number)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/**
 * Text that a spreadsheet would execute as a formula gets an apostrophe in front, which marks it as text; also after a
 * semicolon, where the spreadsheets of many countries split cells, and in each line. Numbers are safe, even negative ones.
 */
function cellOf(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell.replaceAll(/(^|[;\r\n])(?=[\s"]*[=+\-@＝＋－＠]|[\t\r])/g, "$1'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
