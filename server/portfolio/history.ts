// Computes net worth over a range from the changes of a portfolio and past prices, and formats it for the API.
import { openBenchmark, type BenchmarkFacts } from '@tengrand/core/benchmark.ts'
import { dayOf, rangeStart, type Range } from '@tengrand/core/day.ts'
import { netWorthOf, type HistoryFacts, type ValuePoint } from '@tengrand/core/history.ts'
import { toDollars } from '@tengrand/core/money.ts'

import type { MarketOf } from '../market/markets.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { instantsOf } from './instants.ts'
import { readPastPrices, type PastPrices, type Refused } from './past-prices.ts'
import { readChanges, type Changes, type StoreDeps } from './store.ts'

export interface HistoryDeps extends StoreDeps {
  readonly marketOf: MarketOf
}

export interface NoPrice {
  readonly refusal: { readonly code: 'no_price'; readonly ticker: string }
}

export type NotKnown = NoPrice | Refused

export type NetWorth = Exclude<Awaited<ReturnType<typeof netWorthHistory>>, { refusal: object }>

/**
 * Of a closed chapter the ranges count back from its end, and it ends at what it was worth then. The benchmark is what
 * equal parts of all stocks are worth at the same instants, where that is known.
 */
export async function netWorthHistory(deps: HistoryDeps, head: PortfolioRow, range: Range) {
  const instants = instantsFor(deps, head, range)
  const changes = await readChanges(deps, head, instants)
  await yieldToEventLoop()
  const valued = await valueOver(deps, head, { range, instants, changes })
  if ('refusal' in valued) return valued
  const { points, past } = valued
  const benchmark = benchmarkAt(points, { instants, startingCash: head.startingCash, ...past })
  return { from: instants[0] ?? 0, now: instants.at(-1) ?? 0, points, benchmark }
}

export function instantsFor(
  { marketOf }: Pick<HistoryDeps, 'marketOf'>,
  head: Pick<PortfolioRow, 'contestId' | 'openedAt' | 'closing'>,
  range: Range,
): number[] {
  const { openedAt, closing } = head
  const { market, now } = marketOf(head)
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

/** What was held at each instant, at the prices of that time. */
export async function valueOver(
  deps: Pick<HistoryDeps, 'db' | 'marketOf'>,
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
  // Long lists take their time, and others want to be served meanwhile.
  await yieldToEventLoop()
  const points = netWorthOf(facts)
  await yieldToEventLoop()
  // A gap where the source does not answer is not one where there was no price: the page goes on showing what it has.
  if (points.length < instants.length) {
    const unanswered = [...touched].find((ticker) => past.refused.has(ticker))
    const why = unanswered && past.refused.get(unanswered)
    if (why !== undefined) return why
  }
  if (closing === null) return { facts, points, past }
  return { facts, points: [...points.filter(({ at }) => at < closing.at), closing], past }
}

/** At the instants of some points, which are among all. */
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

/** The ends are instants; between them are closes, and a close at midnight is of the day before. */
export const dateOnWire =
  ({ from, now }: Ends, range: Range) =>
  (at: number): string =>
    range === '7d' || at === from || at === now ? new Date(at).toISOString() : dayOf(at - 1)

/** With the dates that the line of the portfolio has, which begins at an instant. */
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
      // A day that is over was the start's own: as a date it would stand before it.
      .filter(({ date }) => date >= start)
  )
}
