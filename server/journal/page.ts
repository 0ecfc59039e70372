// A page of a journal, for its learner and for the organiser of a league.
import { parseTicker } from '@tengrand/core/tickers.ts'

import { invalidBefore, unknownTicker } from '../http/refusals.ts'
import type { Identify } from '../http/route.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { parseUuid } from '../uuid.ts'
import { entriesOnWire } from './on-wire.ts'
import type { JournalHead } from './outcomes.ts'
import { readEntryPage } from './store.ts'

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
  const before = query.before === undefined ? null : parseUuid(query.before)
  if (query.before !== undefined && before === null) return invalidBefore
  const ticker = query.ticker === undefined ? null : parseTicker(query.ticker)
  if (query.ticker !== undefined && ticker === null) return unknownTicker(query.ticker)
  const wanted = { portfolioId: head.id, ticker, before, limit: entriesPerPage }
  const { entries, next } = await readEntryPage(deps.db, wanted)
  return { entries: await entriesOnWire(deps, head, entries), next }
}
