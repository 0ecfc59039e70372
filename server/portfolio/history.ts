// Computes net worth over a range from the changes of the portfolio and the prices of that time.
import { openBenchmark } from '@tengrand/core/benchmark.ts'
import { rangeStart, type Range } from '@tengrand/core/day.ts'
import { netWorthOf, type HistoryFacts, type ValuePoint } from '@tengrand/core/history.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { MarketOf } from '../market/markets.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { instantsOf } from './instants.ts'
import { readPastPrices, type PastPrices, type Refused } from './past-prices.ts'
import { readChanges, type Changes, type StoreDeps } from './store.ts'

export interface HistoryDeps extends StoreDeps {
  readonly marketOf: MarketOf
}

export type NotKnown =
  | { readonly refusal: { readonly code: 'no_price'; readonly ticker: string } }
  | Refused

export interface NetWorth {
  readonly from: number
  readonly now: number
  readonly points: readonly ValuePoint[]
  /** What equal parts of all stocks are worth at the same instants, where that is known. */
  readonly benchmark: readonly ValuePoint[]
}

/** Of a closed chapter the ranges count back from its end, and it ends at what it was worth then. */
export async function netWorthHistory(
  deps: HistoryDeps,
  head: PortfolioRow,
  range: Range,
): Promise<NetWorth | NotKnown> {
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
  return instantsOf(range, { from, now: until, hours: market.hours })
}

interface ValueWanted {
  readonly range: Range
  readonly instants: readonly number[]
  readonly changes: Pick<Changes, 'portfolio' | 'flows' | 'splits'>
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
  const touched = new Set([...portfolio.positions.keys(), ...flows.map(({ ticker }) => ticker)])
  const past = await readPastPrices(deps, head, { range, instants, touched })
  const missing = missingIn(past, head, portfolio.positions.keys())
  if (missing !== null) return missing
  const quantities = new Map(
    [...portfolio.positions].map(([ticker, { quantity }]) => [ticker, quantity]),
  )
  const { cash } = portfolio
  const facts = { cash, quantities, flows, instants, prices: past.prices, splits }
  // Long lists take their time, and others want to be served meanwhile.
  await yieldToEventLoop()
  const points = netWorthOf(facts)
  await yieldToEventLoop()
  // A gap where the source does not answer is not one where there was no price: the page keeps what it shows.
  if (points.length < instants.length) {
    const why = [...touched]
      .map((ticker) => past.refused.get(ticker))
      .find((one) => one !== undefined)
    if (why !== undefined) return why
  }
  return { facts, points: endedAt(head.closing, points), past }
}

/** Refuses where a stock that is held has no price at the end. */
function missingIn(
  { ends }: Pick<PastPrices, 'ends'>,
  { closing }: Pick<PortfolioRow, 'closing'>,
  held: Iterable<Ticker>,
): NotKnown | null {
  const missing = [...held].find((ticker) => ends.get(ticker) === null)
  if (missing === undefined || closing !== null) return null
  return { refusal: { code: 'no_price', ticker: missing } }
}

function endedAt(
  closing: PortfolioRow['closing'],
  points: readonly ValuePoint[],
): readonly ValuePoint[] {
  if (closing === null) return points
  return [...points.filter(({ at }) => at < closing.at), closing]
}

interface BenchmarkWanted extends Pick<PastPrices, 'prices' | 'opening'> {
  readonly instants: readonly number[]
  readonly startingCash: Cents
}

/** At the instants of some points, which are among all. */
export function benchmarkAt(
  points: readonly ValuePoint[],
  { instants, startingCash, opening, prices }: BenchmarkWanted,
): ValuePoint[] {
  const valueAt = openBenchmark({ startingCash, opening, prices })
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
