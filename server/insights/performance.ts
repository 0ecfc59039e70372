// Computes the value of a portfolio over a range, with the entries that the insights are computed from.
import type { Answer } from '@tengrand/contract/call.ts'
import type { insights } from '@tengrand/contract/insights.ts'
import { openFlows } from '@tengrand/core/history.ts'
import type { Range } from '@tengrand/core/day.ts'
import type { Entry } from '@tengrand/core/ledger.ts'

import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import type { Listing } from '../market/markets.ts'
import { valueOver, type NotKnown, type ValueOver } from '../portfolio/history.ts'
import { forEachInChunks } from '../yield-to-event-loop.ts'
import type { Ledger } from './ledger.ts'

export type InsightsAnswer = Answer<typeof insights>

export interface PerformanceFacts extends ValueOver, Pick<Ledger, 'entries'> {
  readonly instants: readonly number[]
  /** The last instant: now, or when the chapter was closed. */
  readonly until: number
  readonly symbolOf: Listing['symbolOf']
}

interface PerformanceWanted {
  readonly range: Range
  readonly instants: readonly number[]
  /** Has all entries of the range, and maybe earlier ones. */
  readonly ledger: Ledger
}

export async function performanceOver(
  deps: ReadDeps,
  head: PortfolioRow,
  { range, instants, ledger }: PerformanceWanted,
): Promise<PerformanceFacts | NotKnown> {
  const [from = 0, until = 0] = [instants[0], instants.at(-1)]
  const { portfolio, splits } = ledger
  const first = ledger.entries.findIndex(({ at }) => at > from)
  const entries = first === -1 ? [] : ledger.entries.slice(first)
  // The clock of another node may be ahead; the current holdings include its trades. After the end of a chapter only
  // splits are recorded, which do not belong to it.
  const isAhead = (entries.at(-1)?.at ?? 0) > until
  const notAfter = (entry: Entry): Entry => (entry.at > until ? { ...entry, at: until } : entry)
  const known = isAhead && head.closing === null ? entries.map(notAfter) : entries
  const sums = openFlows(instants)
  await forEachInChunks(known, sums.add)
  const changes = { portfolio, flows: sums.flows(), splits }
  const valued = await valueOver(deps, head, { range, instants, changes })
  if ('refusal' in valued) return valued
  const inside = isAhead ? known.filter(({ at }) => at <= until) : known
  const { symbolOf } = (await deps.marketOf(head)).listing
  return { ...valued, entries: inside, instants, until, symbolOf }
}
