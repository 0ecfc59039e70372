// Reads the transactions of a portfolio a page at a time, newest first, and converts the cursors of the pages.
import { setTimeout as sleep } from 'node:timers/promises'

import { realizedGain, type Entry } from '@tengrand/core/ledger.ts'
import { cents, toDollars, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { entryColumns, entryOf, type EntryRow } from '../ledger/entries.ts'
import type { Listing } from '../market/markets.ts'
import { tickerIdOf } from '../market/ticker-id.ts'

interface Wanted {
  readonly portfolioId: number
  readonly limit: number
  readonly before: Cursor | null
  /** The highest row id to include, for a list as of an earlier moment; by default all lines. */
  readonly through?: number
  readonly ticker: Ticker | null
  readonly type: 'BUY' | 'SELL' | 'SPLIT' | null
}

/** The end of a page in the history. Without an id, before all lines of the instant. */
interface Cursor {
  readonly at: number
  readonly id: number | null
}

export interface LedgerLine {
  readonly entry: Entry
  /** The change of the cash; negative for a cost. */
  readonly cash: Cents
}

interface Page {
  readonly lines: readonly LedgerLine[]
  /** The start of the next page; null after the last one. */
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

/** Other requests are served between two pages, so a page takes a few milliseconds at most. */
const linesPerPage = 250
/** After this many pages, each further page is preceded by a pause for other requests. */
const pagesAtOnce = 8
const pauseMs = 30

/** All lines, for a file. A later page is empty if the account was deleted meanwhile. */
export async function* readPages(
  tx: Tx,
  wanted: Pick<Wanted, 'portfolioId' | 'through'>,
): AsyncGenerator<readonly LedgerLine[], void> {
  let before: Cursor | null = null
  for (let pages = 0; ; pages += 1) {
    if (pages >= pagesAtOnce) await sleep(pauseMs)
    const one = { ...wanted, limit: linesPerPage, ticker: null, type: null, before }
    const page: Page = await readTransactions(tx, one)
    yield page.lines
    if (page.next === null) return
    before = page.next
  }
}

/** `cash` is a parameter to place the optional field between the price and the gain. */
export function entryOnWire(
  entry: Entry,
  { symbolOf }: Listing,
  cash: { readonly cash?: number } = {},
) {
  const gain = realizedGain(entry)
  return {
    timestamp: new Date(entry.at).toISOString(),
    type: entry.type,
    ticker: symbolOf(entry.ticker),
    quantity: entry.quantity,
    price: entry.type === 'SPLIT' ? 0 : toDollars(entry.price),
    ...cash,
    realized_gain: gain === null ? null : toDollars(gain),
  }
}

const splitStatement: Prepared = {
  name: 'has splits',
  text: `select exists (select from trade where portfolio_id = $1 and type = 'SPLIT') as "hasSplits"`,
}

export async function hasSplits(tx: Tx, portfolioId: number): Promise<boolean> {
  const [row] = await tx.query<{ hasSplits: boolean }>(splitStatement, [portfolioId])
  return row?.hasSplits ?? false
}

/**
 * Parses a cursor: an instant, and the number of older lines of that instant. A row id would reveal the total number of
 * trades. Lines are only appended, so that number never changes. The digits are limited to years that both PostgreSQL
 * and the calendar support.
 */
export function parseCursor(text: string) {
  const parts = /^(\d{1,14})\.(\d{1,15})$/.exec(text)
  return parts === null ? null : { at: Number(parts[1]), older: Number(parts[2]) }
}

export async function findCursor(
  tx: Tx,
  portfolioId: number,
  { at, older }: NonNullable<ReturnType<typeof parseCursor>>,
) {
  const [line] = await tx.query<{ id: number }>(
    'select id from trade where portfolio_id = $1 and at = $2 order by id offset $3 limit 1',
    [portfolioId, new Date(at), older],
  )
  return { at, id: line?.id ?? null }
}

export async function writeCursor(tx: Tx, portfolioId: number, { at, id }: Cursor) {
  const [row] = await tx.query<{ older: number }>(
    'select count(*) as older from trade where portfolio_id = $1 and at = $2 and id < $3',
    [portfolioId, new Date(at), id],
  )
  return `${at}.${row?.older ?? 0}`
}
