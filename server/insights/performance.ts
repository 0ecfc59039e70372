// A portfolio over a range, entry by entry: what the parts of its result are found from.
import { openFlows } from '@tengrand/core/flows.ts'
import type { Range } from '@tengrand/core/day.ts'

import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import {
  instantsFor,
  valueOver,
  type HistoryDeps,
  type NotKnown,
  type ValueOver,
} from '../portfolio/history.ts'
import { inTurn } from '../yield-to-event-loop.ts'
import { readLedger, type Ledger } from './ledger.ts'

export interface Course extends ValueOver, Pick<Ledger, 'entries'> {
  readonly instants: readonly number[]
  /** The last of them: now, or when the chapter was closed. */
  readonly until: number
}

export async function readCourse(
  deps: HistoryDeps,
  head: PortfolioRow,
  range: Range,
): Promise<Course | NotKnown> {
  const instants = instantsFor(deps, head, range)
  const [from = 0, until = 0] = [instants[0], instants.at(-1)]
  const { portfolio, entries, splits } = await readLedger(deps, head.id, from)
  // Another node's clock may be ahead of ours; what is held now has its trades in it. After the end of a chapter only
  // splits have come, which do not belong to it.
  const isAhead = (entries.at(-1)?.at ?? 0) > until
  const known = isAhead && head.closing === null ? entries.map(notAfter(until)) : entries
  const sums = openFlows(instants)
  await inTurn(known, sums.add)
  const changes = { portfolio, flows: sums.flows(), splits }
  const valued = await valueOver(deps, head, { range, instants, changes })
  if ('refusal' in valued) return valued
  const inside = isAhead ? known.filter(({ at }) => at <= until) : known
  return { ...valued, entries: inside, instants, until }
}

const notAfter =
  (until: number) =>
  <T extends { readonly at: number }>(entry: T): T =>
    entry.at > until ? { ...entry, at: until } : entry
