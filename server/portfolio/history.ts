// Computes net worth over a range from the changes of a portfolio and past prices, and formats it for the API.
import { openBenchmark, type BenchmarkFacts } from '@tengrand/core/benchmark.ts'
import { dayOf, rangeStart, type Range } from '@tengrand/core/day.ts'
import { netWorthOf, type HistoryFacts, type ValuePoint } from '@tengrand/core/history.ts'
import { toDollars } from '@tengrand/core/money.ts'

import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { NoPrice } from '../ledger/close.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { instantsOf } from './instants.ts'
import { readPastPrices, type PastPrices, type Refused } from './past-prices.ts'
import { readChanges, type Changes } from './store.ts'

export type NotKnown = NoPrice | Refused

export type NetWorth = Exclude<Awaited<ReturnType<typeof netWorthHistory>>, { refusal: object }>

/**
 * The ranges of a closed chapter count back from its end, where its value is the final one. The benchmark is the value
 * of equal parts of all stocks at the same instants, if known.
 */
export async function netWorthHistory(deps: ReadDeps, head: PortfolioRow, range: Range) {
  const instants = await instantsFor(deps, head, range)
  const changes = await readChanges(deps, head, instants)
  await yieldToEventLoop()
  const valued = await valueOver(deps, head, { range, instants, changes })
  if ('refusal' in valued) return valued
  const { points, past } = valued
  const benchmark = benchmarkAt(points, { instants, startingCash: head.startingCash, ...past })
  return { from: instants[0] ?? 0, now: instants.at(-1) ?? 0, points, benchmark }
}

export async function instantsFor(
  { marketOf }: Pick<ReadDeps, 'marketOf'>,
  head: Pick<PortfolioRow, 'contestId' | 'openedAt' | 'closing'>,
  range: Range,
): Promise<number[]> {
  const { openedAt, closing } = head
  const { market, now } = await marketOf(head)
  const until = closing?.at ?? now()
  const from = rangeStart(range, until, openedAt)
  return instantsOf(range, market.hours, from, until)
}

interface ValueWanted {
  readonly range: Range
  readonly instants: readonly number[]
  readonly changes: Changes
}

export interface ValueOver {
  readonly facts: HistoryFacts
  readonly points: readonly ValuePoint[]
  readonly past: PastPrices
}

/** The holdings at each instant, valued at the prices of that time. */
export async function valueOver(
  deps: Pick<ReadDeps, 'db' | 'marketOf'>,
  head: PortfolioRow,
  { range, instants, changes: { portfolio, flows, splits } }: ValueWanted,
): Promise<ValueOver | NotKnown> {
  const { cash, positions } = portfolio
  const { closing } = head
  const touched = new Set([...positions.keys(), ...flows.map(({ ticker }) => ticker)])
  const past = await readPastPrices(deps, head, { range, instants, touched })
  const missing = [...positions.keys()].find((ticker) => past.ends.get(ticker) === null)
  if (missing !== undefined && closing === null)
    return { refusal: { code: 'no_price', ticker: missing } }
  const quantities = new Map([...positions].map(([ticker, { quantity }]) => [ticker, quantity]))
  const facts = { cash, quantities, flows, instants, prices: past.prices, splits }
  // Long lists take time, so other requests are served in between.
  await yieldToEventLoop()
  const points = netWorthOf(facts)
  await yieldToEventLoop()
  // If a gap is caused by a source that does not answer, the call is refused, and the page continues to show its last
  // data.
  if (points.length < instants.length) {
    const unanswered = [...touched].find((ticker) => past.refused.has(ticker))
    const why = unanswered && past.refused.get(unanswered)
    if (why !== undefined) return why
  }
  if (closing === null) return { facts, points, past }
  return { facts, points: [...points.filter(({ at }) => at < closing.at), closing], past }
}

/** The benchmark at the instants of `points`, which are a subset of `instants`. */
export function benchmarkAt(
  points: readonly ValuePoint[],
  { instants, ...facts }: BenchmarkFacts & Pick<HistoryFacts, 'instants'>,
): ValuePoint[] {
  const valueAt = openBenchmark(facts)
  if (valueAt === null) return []
  const found: ValuePoint[] = []
  let index = 0
  for (const { at } of points) {
    while ((instants[index] ?? at) < at) index += 1
    const value = valueAt(index)
    if (value !== null) found.push({ at, value })
  }
  return found
}

interface Ends {
  readonly from: number
  readonly now: number
}

/** The ends are instants, the closes between them dates. A close at midnight belongs to the day before. */
export const dateOnWire =
  ({ from, now }: Ends, range: Range) =>
  (at: number): string =>
    range === '7d' || at === from || at === now ? new Date(at).toISOString() : dayOf(at - 1)

/** Formats points with dates, without those before the line of the portfolio, which starts at `begin`. */
export function lineOnWire(
  points: readonly ValuePoint[],
  ends: Ends,
  range: Range,
  begin = points[0]?.at ?? ends.now,
) {
  const dateOf = dateOnWire(ends, range)
  const start = dateOf(begin)
  return (
    points
      .map(({ at, value }) => ({ date: dateOf(at), value: toDollars(value) }))
      // Drops the close of the start's own day, whose date would precede the start.
      .filter(({ date }) => date >= start)
  )
}
