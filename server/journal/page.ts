// A page of a journal, for its learner and for the organiser of a league.
import { parseTicker } from '@tengrand/core/tickers.ts'

import { invalidBefore, unknownTicker } from '../http/refusals.ts'
import type { Identify } from '../http/route.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { parseUuid } from '../uuid.ts'
import { entriesOnWire } from './on-wire.ts'
import type { JournalHead } from './outcomes.ts'
import { readEntryPage, type Cursor } from './store.ts'

export interface JournalDeps extends ReadDeps {
  readonly identify: Identify
  readonly now: () => number
}

interface PageQuery {
  readonly ticker?: string | undefined
  readonly before?: string | undefined
}

const entriesPerPage = 50

export async function readPage(deps: ReadDeps, head: JournalHead, query: PageQuery) {
  const before = query.before === undefined ? null : parseCursor(query.before)
  if (query.before !== undefined && before === null) return invalidBefore
  const ticker = query.ticker === undefined ? null : parseTicker(query.ticker)
  if (query.ticker !== undefined && ticker === null) return unknownTicker(query.ticker)
  const wanted = { portfolioId: head.id, ticker, before, limit: entriesPerPage }
  const { entries, next } = await readEntryPage(deps.db, wanted)
  const onWire = await entriesOnWire(deps, head, entries)
  return { entries: onWire, next: next && `${next.at}.${next.publicId}` }
}

/** The digits are limited to years that both PostgreSQL and the calendar support. */
function parseCursor(text: string): Cursor | null {
  const [, at, id = ''] = /^(\d{1,14})\.(.+)$/.exec(text) ?? []
  const publicId = parseUuid(id)
  return publicId === null ? null : { at: Number(at), publicId }
}
