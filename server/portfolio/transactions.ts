// The lines of a portfolio's history, newest first and a page at a time.
import type { Entry } from '@tengrand/core/ledger.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { entryColumns, entryOf, type EntryRow } from '../ledger/entries.ts'

export interface Wanted {
  readonly portfolioId: number
  readonly limit: number
  readonly before: Cursor | null
  /** The number of the last line that counts, for a list of an earlier moment; without it all lines do. */
  readonly through?: number
  readonly ticker: Ticker | null
  readonly type: 'BUY' | 'SELL' | 'SPLIT' | null
}

/** Where in the history a page ended. Without an id, before all lines of the instant. */
export interface Cursor {
  readonly at: number
  readonly id: number | null
}

export interface LedgerLine {
  readonly entry: Entry
  /** What it brought; below zero when it cost something. */
  readonly cash: Cents
}

export interface Page {
  readonly lines: readonly LedgerLine[]
  /** Where the next page goes on; null after the last one. */
  readonly next: Cursor | null
}

export async function readTransactions(tx: Tx, wanted: Wanted): Promise<Page> {
  const { portfolioId, limit, before, through = null, ticker, type } = wanted
  const rows = await tx.query<EntryRow>(
    `select ${entryColumns} from trade
     where portfolio_id = $1
       and ($2::timestamptz is null or (at, id) < ($2, $3::bigint))
       and ($4::smallint is null or ticker_id = $4)
       and ($5::text is null or type = $5)
       and ($7::bigint is null or id <= $7)
     order by at desc, id desc limit $6`,
    [
      portfolioId,
      before === null ? null : new Date(before.at),
      before?.id ?? null,
      ticker === null ? null : tickerIdOf(ticker),
      type,
      limit + 1,
      through,
    ],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last ? { at: last.at.getTime(), id: last.id } : null
  return { lines: page.map((row) => ({ entry: entryOf(row), cash: cents(row.cash) })), next }
}

const splitStatement: Prepared = {
  name: 'has splits',
  text: `select exists (select from trade where portfolio_id = $1 and type = 'SPLIT') as "hasSplits"`,
}

export async function hasSplits(tx: Tx, portfolioId: number): Promise<boolean> {
  const [row] = await tx.query<{ hasSplits: boolean }>(splitStatement, [portfolioId])
  return row?.hasSplits ?? false
}
