// Writes the journal entries of orders with their batch, and reads them with what became of the orders.
import type { Confidence } from '@tengrand/core/journal.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderSide } from '@tengrand/core/waiting-order.ts'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'

/** What a learner wrote with an order. */
export interface EntryText {
  readonly note: string | null
  readonly confidence: Confidence | null
}

export interface NewEntry extends EntryText {
  readonly portfolioId: number
  readonly key: string
  readonly isConditional: boolean
  readonly at: number
}

export async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.query(
    `insert into journal_entry (portfolio_id, key, is_conditional, note, confidence, written_at)
     select * from unnest($1::bigint[], $2::uuid[], $3::boolean[], $4::text[], $5::smallint[], $6::timestamptz[])`,
    [
      entries.map(({ portfolioId }) => portfolioId),
      entries.map(({ key }) => key),
      entries.map(({ isConditional }) => isConditional),
      entries.map(({ note }) => note),
      entries.map(({ confidence }) => confidence),
      entries.map(({ at }) => new Date(at)),
    ],
  )
}

/** An entry whose order was filled, or waits. */
export interface JournalEntry extends EntryText {
  readonly id: number
  readonly publicId: string
  readonly writtenAt: number
  /** When the order was filled, or placed. */
  readonly at: number
  readonly isWaiting: boolean
  readonly ticker: Ticker
  readonly side: OrderSide
  readonly quantity: number
  readonly price: Cents
}

type EntryRow = Omit<JournalEntry, 'ticker'> & { readonly ticker: number }

const entryOf = (row: EntryRow): JournalEntry => ({ ...row, ticker: tickerOf(row.ticker) })

/** The trade is that of the key, or the one that filled the order of the key. */
const joined = `journal_entry j
  left join trade now on not j.is_conditional and now.portfolio_id = j.portfolio_id and now.key = j.key
  left join stock_order o on j.is_conditional and o.portfolio_id = j.portfolio_id and o.key = j.key
  left join trade fill on fill.order_id = o.id`

/** While nodes are upgraded one by one, an older one cancels orders without deleting their entries. */
const hasOrder = "(now.key is not null or o.state in ('open', 'filled'))"

const filledAt = 'coalesce(now.at, fill.at)'

const entryColumns = `j.id, j.public_id as "publicId", j.note, j.confidence, ${msOf('j.written_at')} as "writtenAt",
  ${msOf(`coalesce(${filledAt}, o.placed_at)`)} as at, ${filledAt} is null as "isWaiting",
  coalesce(now.ticker_id, o.ticker_id) as ticker, coalesce(now.type, o.side) as side,
  coalesce(abs(now.shares), o.quantity) as quantity, coalesce(now.price_cents, fill.price_cents, o.price_cents) as price`

interface PageWanted {
  readonly portfolioId: number
  readonly ticker: Ticker | null
  /** The public id of the last entry of the page before. */
  readonly before: string | null
  readonly limit: number
}

/** Newest first. A `before` of another portfolio returns an empty page. */
export async function readEntryPage(tx: Tx, { portfolioId, ticker, before, limit }: PageWanted) {
  const rows = await tx.query<EntryRow>(
    `select ${entryColumns} from ${joined}
     where j.portfolio_id = $1 and ${hasOrder}
       and ($2::uuid is null or j.id < (select id from journal_entry where portfolio_id = $1 and public_id = $2))
       and ($3::smallint is null or coalesce(now.ticker_id, o.ticker_id) = $3)
     order by j.id desc limit $4`,
    [portfolioId, before, ticker === null ? null : tickerIdOf(ticker), limit + 1],
  )
  const entries = rows.slice(0, limit).map(entryOf)
  return { entries, next: rows.length > limit ? (entries.at(-1)?.publicId ?? null) : null }
}

const entriesPerPage = 250

/** All entries, newest first, a page at a time. */
export async function* readEntryPages(tx: Tx, portfolioId: number) {
  const wanted = { portfolioId, ticker: null, limit: entriesPerPage }
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readEntryPage>> = await readEntryPage(tx, {
      ...wanted,
      before,
    })
    yield page.entries
    before = page.next
  } while (before !== null)
}

export interface FilledForecast {
  readonly portfolioId: number
  readonly ticker: Ticker
  readonly side: OrderSide
  readonly at: number
  readonly confidence: Confidence
}

/** The forecasts of orders that were filled. */
export async function readForecasts(
  tx: Tx,
  portfolioIds: readonly number[],
): Promise<FilledForecast[]> {
  const rows = await tx.query<Omit<FilledForecast, 'ticker'> & { readonly ticker: number }>(
    `select j.portfolio_id as "portfolioId", coalesce(now.ticker_id, o.ticker_id) as ticker,
       coalesce(now.type, o.side) as side, ${msOf(filledAt)} as at, j.confidence
     from ${joined}
     where j.portfolio_id = any($1::bigint[]) and j.confidence is not null and ${filledAt} is not null`,
    [portfolioIds],
  )
  return rows.map((row) => Object.assign(row, { ticker: tickerOf(row.ticker) }))
}

/** An entry of one of the account's portfolios. */
export async function findEntry(tx: Tx, accountId: number, publicId: string) {
  const [row] = await tx.query<EntryRow & { readonly portfolio: string }>(
    `select ${entryColumns}, p.public_id as portfolio
     from ${joined} join portfolio p on p.id = j.portfolio_id
     where p.account_id = $1 and j.public_id = $2 and ${hasOrder}`,
    [accountId, publicId],
  )
  return row && { ...entryOf(row), portfolio: row.portfolio }
}

/** False if the entry is gone, or was not written after the instant. */
export async function updateNote(
  tx: Tx,
  { accountId, publicId, note }: { accountId: number; publicId: string; note: string },
  writtenAfter: number,
): Promise<boolean> {
  const changed = await tx.query(
    `update journal_entry j set note = $3 from portfolio p
     where p.account_id = $1 and j.portfolio_id = p.id and j.public_id = $2 and j.written_at > $4 returning j.id`,
    [accountId, publicId, note, new Date(writtenAfter)],
  )
  return changed.length > 0
}
