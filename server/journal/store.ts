// Reads the journal entries of orders with what became of the orders, and changes their notes.
import type { Confidence } from '@tengrand/core/journal.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderKind, OrderSide } from '@tengrand/core/waiting-order.ts'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { invalid } from '../http/refusals.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'

/** What a learner wrote with an order. */
export interface EntryText {
  readonly note: string | null
  readonly confidence: Confidence | null
}

/** PostgreSQL stores no NUL. Checked here and not in the contract, which the pages load. */
export const isStorable = (note: string): boolean => !note.includes('\0')

export const invalidNote = invalid('note must be text without NUL.')

/** An entry whose order was filled, or waits. */
export interface JournalEntry extends EntryText {
  readonly publicId: string
  readonly writtenAt: number
  /** When the order was filled, or placed. */
  readonly at: number
  readonly isWaiting: boolean
  readonly ticker: Ticker
  readonly side: OrderSide
  /** Null for a market order. */
  readonly kind: OrderKind | null
  readonly quantity: number
  readonly price: Cents
}

type EntryRow = Omit<JournalEntry, 'ticker'> & { readonly ticker: number }

const entryOf = (row: EntryRow): JournalEntry => ({ ...row, ticker: tickerOf(row.ticker) })

/**
 * Those of trades, and of orders that wait or were filled; an older node leaves those of orders that it cancels.
 * `latest` limits those of trades, of which there can be many.
 */
export const entriesOf = (portfolios: string, latest = ''): string => `(
  (
    select entry_id as "publicId", portfolio_id as "portfolioId", note, confidence, at as written, at,
      false as "isWaiting", ticker_id as ticker, type as side, null as kind, abs(shares) as quantity, price_cents as price
    from trade where entry_id is not null and portfolio_id in (${portfolios}) ${latest}
  ) union all (
    select public_id, o.portfolio_id, o.note, o.confidence, placed_at, coalesce(fill.at, placed_at),
      fill.at is null, o.ticker_id, o.side, o.kind, o.quantity, coalesce(fill.price_cents, o.price_cents)
    from stock_order o left join trade fill on fill.order_id = o.id
    where num_nonnulls(o.note, o.confidence) > 0 and o.state in ('open', 'filled') and o.portfolio_id in (${portfolios})
  )
) j`

const entryColumns = `"publicId", note, confidence, ${msOf('written')} as "writtenAt", ${msOf('j.at')} as at, "isWaiting", ticker,
  side, kind, quantity, price`

/** The last entry of a page. A value, because the entry may be deleted before the next page is read. */
export interface Cursor {
  readonly at: number
  readonly publicId: string
}

interface PageWanted {
  readonly portfolioId: number
  readonly ticker: Ticker | null
  readonly before: Cursor | null
  readonly limit: number
}

const pageStatement = `select ${entryColumns}
  from ${entriesOf(
    '$1',
    `and ($2::timestamptz is null or (at, entry_id) < ($2, $3)) and ($4::smallint is null or ticker_id = $4)
     order by at desc, entry_id desc limit $5`,
  )}
  where ($2::timestamptz is null or (j.at, "publicId") < ($2, $3::uuid)) and ($4::smallint is null or ticker = $4)
  order by j.at desc, "publicId" desc limit $5`

/** Newest first: by the fill, or by the order while it waits. */
export async function readEntryPage(tx: Tx, { portfolioId, ticker, before, limit }: PageWanted) {
  const rows = await tx.query<EntryRow>(pageStatement, [
    portfolioId,
    before && new Date(before.at),
    before?.publicId ?? null,
    ticker === null ? null : tickerIdOf(ticker),
    limit + 1,
  ])
  const entries = rows.slice(0, limit).map(entryOf)
  return { entries, next: rows.length > limit ? (entries.at(-1) ?? null) : null }
}

const entriesPerPage = 250

/** All entries, newest first, a page at a time. */
export async function* readEntryPages(tx: Tx, portfolioId: number) {
  const wanted = { portfolioId, ticker: null, limit: entriesPerPage }
  let before: Cursor | null = null
  do {
    const page: Awaited<ReturnType<typeof readEntryPage>> = await readEntryPage(tx, {
      ...wanted,
      before,
    })
    yield page.entries
    before = page.next
  } while (before !== null)
}

/** More would take tens of milliseconds of each call. */
const forecastsMax = 5_000

/** The forecasts of orders that were filled since an instant: the latest ones. */
export async function readForecasts(
  tx: Tx,
  portfolioIds: readonly number[],
  { since = 0, most = forecastsMax } = {},
) {
  const rows = await tx.query<EntryRow & { portfolioId: number; confidence: Confidence }>(
    `select ${entryColumns}, "portfolioId" from ${entriesOf('select unnest($1::bigint[])')}
     where confidence is not null and not "isWaiting" and j.at >= $2
     order by j.at desc limit $3`,
    [portfolioIds, new Date(since), most],
  )
  return rows.map((row) => {
    const { portfolioId, confidence } = row
    return Object.assign(entryOf(row), { portfolioId, confidence })
  })
}

const portfoliosOf = 'select id from portfolio where account_id = $1'

/** An entry of one of the account's portfolios. */
export async function findEntry(tx: Tx, accountId: number, publicId: string) {
  const [row] = await tx.query<EntryRow & { readonly portfolio: string }>(
    `select ${entryColumns}, p.public_id as portfolio
     from ${entriesOf(portfoliosOf)} join portfolio p on p.id = "portfolioId" where "publicId" = $2`,
    [accountId, publicId],
  )
  return row && { ...entryOf(row), portfolio: row.portfolio }
}

interface NoteChange {
  readonly accountId: number
  readonly publicId: string
  readonly note: string
}

/** False if the entry is gone, or was not written after the instant. */
export async function updateNote(
  tx: Tx,
  { accountId, publicId, note }: NoteChange,
  writtenAfter: number,
): Promise<boolean> {
  const changed = await tx.query(
    `with of_trade as (
       update trade set note = $3
       where portfolio_id in (${portfoliosOf}) and entry_id = $2 and at > $4 returning entry_id
     ), of_order as (
       update stock_order set note = $3
       where portfolio_id in (${portfoliosOf}) and public_id = $2 and placed_at > $4 and state in ('open', 'filled')
         and num_nonnulls(note, confidence) > 0 returning public_id
     )
     select from of_trade union all select from of_order`,
    [accountId, publicId, note, new Date(writtenAfter)],
  )
  return changed.length > 0
}
