// Replays the trades of a portfolio in what-if scenarios: never sold, first day only, the market, cash.
import { dayOf } from '@tengrand/core/day.ts'
import { netWorthOf, walkBack, type ValuePoint } from '@tengrand/core/history.ts'
import type { Entry, SplitEntry, Trade } from '@tengrand/core/ledger.ts'
import { cents, times, toDollars, type Cents } from '@tengrand/core/money.ts'
import type { Split } from '@tengrand/core/split.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { openScenario, type ScenarioStep } from '@tengrand/core/what-if.ts'

import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { readPricedSplits } from '../ledger/split-store.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { benchmarkAt, lineOnWire } from '../portfolio/history.ts'
import { forEachInChunks, yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { InsightsAnswer, PerformanceFacts } from './performance.ts'

interface Scenario {
  /** The name in the API; the first one is the scenario without sales. */
  readonly kind: 'kept' | 'first_day' | 'market' | 'cash'
  readonly skipped: number
  readonly points: readonly ValuePoint[]
}

export async function scenariosIn(
  { db }: Pick<ReadDeps, 'db'>,
  head: PortfolioRow,
  facts: PerformanceFacts,
): Promise<readonly Scenario[]> {
  const splits = await readSplitSteps(db, facts)
  const traded = facts.entries.find(({ type }) => type !== 'SPLIT')
  const firstDay = traded && dayOf(traded.at)
  const { startingCash } = head
  const wanted = { head, facts, splits }
  const market = benchmarkAt(facts.points, { ...facts, startingCash, ...facts.past })
  const isKnown = market.at(-1)?.at === facts.until
  return [
    ...(await replay('kept', { ...wanted, makes: ({ type }) => type === 'BUY' })),
    ...(await replay('first_day', { ...wanted, makes: ({ at }) => dayOf(at) === firstDay })),
    ...(isKnown ? [{ kind: 'market' as const, skipped: 0, points: market }] : []),
    {
      kind: 'cash',
      skipped: 0,
      points: facts.points.map(({ at }) => ({ at, value: startingCash })),
    },
  ]
}

interface ReplayWanted {
  readonly head: PortfolioRow
  readonly facts: PerformanceFacts
  readonly splits: Awaited<ReturnType<typeof readSplitSteps>>
  readonly makes: (trade: Trade) => boolean
}

async function replay(
  kind: Scenario['kind'],
  { head, facts: { instants, until, entries, past, facts }, splits, makes }: ReplayWanted,
): Promise<readonly Scenario[]> {
  const scenario = openScenario({ startingCash: head.startingCash, instants, makes })
  await giveSteps(scenario, entries, splits)
  const { cash, quantities, flows, skipped } = scenario.result()
  await yieldToEventLoop()
  const known = netWorthOf({ ...facts, cash, quantities, flows })
  const between = known.filter(({ at }) => at < until)
  const { closing, ends } = past
  const priceOf = (ticker: Ticker): Cents | null => (closing ?? ends).get(ticker) ?? null
  const value = worth(cash, quantities, priceOf)
  // Omits the scenario instead of guessing: a stock that only the scenario still holds may have no price.
  if (value === null) return []
  const settled =
    head.closing === null ? value : cents(value + unsettled(head.closing.value, facts, priceOf))
  return [{ kind, skipped, points: [...between, { at: until, value: settled }] }]
}

/**
 * The difference between the final value and the one recomputed with splits that became known too late. A scenario with
 * the same shares must have the same final value, so it gets the same difference.
 */
function unsettled(
  final: Cents,
  facts: PerformanceFacts['facts'],
  priceOf: (ticker: Ticker) => Cents | null,
): number {
  const [end] = walkBack(facts)
  if (end === undefined) return 0
  const held = new Map([...end.stakes].map(([ticker, { quantity }]) => [ticker, quantity]))
  return final - (worth(end.cash, held, priceOf) ?? final)
}

/** The value at the end, in shares of that time. */
function worth(
  cash: Cents,
  quantities: ReadonlyMap<Ticker, number>,
  priceOf: (ticker: Ticker) => Cents | null,
): Cents | null {
  let value: Cents = cash
  for (const [ticker, quantity] of quantities) {
    const price = quantity === 0 ? cents(0) : priceOf(ticker)
    if (price === null) return null
    value = cents(value + times(price, quantity))
  }
  return value
}

export async function scenariosOnWire(
  { instants, until, points, past, symbolOf }: PerformanceFacts,
  scenarios: readonly Scenario[],
): Promise<InsightsAnswer['twins']> {
  const ends = { from: instants[0] ?? until, now: until }
  const valueOf = (line: readonly ValuePoint[]): Cents => line.at(-1)?.value ?? cents(0)
  const dollarsOf = (price: Cents | null | undefined) => (price ? toDollars(price) : null)
  const lines: ReturnType<typeof lineOnWire>[] = []
  for (const { points: line } of [{ points }, ...scenarios]) {
    await yieldToEventLoop()
    lines.push(lineOnWire(line, ends, 'all'))
  }
  return {
    value: toDollars(valueOf(points)),
    data: lines[0] ?? [],
    prices: tickers.map((ticker) => ({
      ticker: symbolOf(ticker),
      opening_price: dollarsOf(past.opening.get(ticker)),
      price: dollarsOf(past.ends.get(ticker)),
    })),
    twins: scenarios.map((scenario, index) => ({
      kind: scenario.kind,
      value: toDollars(valueOf(scenario.points)),
      difference: toDollars(cents(valueOf(points) - valueOf(scenario.points))),
      skipped: scenario.skipped,
      data: lines[index + 1] ?? [],
    })),
  }
}

type SplitStep = Extract<ScenarioStep, { split: object }>

/** Splits of all stocks, oldest first, including a stock that only a scenario still holds. */
async function readSplitSteps(
  db: ReadDeps['db'],
  { entries, facts, instants, until }: PerformanceFacts,
): Promise<readonly SplitStep[]> {
  const [from = 0] = instants
  const due = facts.splits.filter(({ at }) => at > from && at <= until)
  if (due.length === 0) return []
  const lines = new Map<string, SplitEntry>()
  for (const entry of entries) if (entry.type === 'SPLIT') lines.set(keyOf(entry), entry)
  const splits: Split[] = []
  for (const [ticker, some] of Map.groupBy(due, (split) => split.ticker)) {
    const days = some.map(({ at }) => dayOf(at))
    const own = entries.filter((entry) => entry.ticker === ticker)
    splits.push(...(await readPricedSplits(db, ticker, days, own)))
  }
  return splits
    .toSorted((a, b) => a.at - b.at)
    .map((split) => ({ split, line: lines.get(keyOf(split)) ?? null }))
}

const keyOf = ({ ticker, at }: { readonly ticker: Ticker; readonly at: number }): string =>
  `${ticker} ${at}`

/** At the same instant, splits come before trades. */
async function giveSteps(
  scenario: ReturnType<typeof openScenario>,
  entries: readonly Entry[],
  splits: readonly SplitStep[],
): Promise<void> {
  let next = 0
  const giveSplits = (until: number): void => {
    for (let step = splits[next]; step && step.split.at <= until; step = splits[next]) {
      scenario.add(step)
      next += 1
    }
  }
  await forEachInChunks(entries, (entry) => {
    giveSplits(entry.at)
    if (entry.type !== 'SPLIT') scenario.add({ trade: entry })
  })
  giveSplits(Infinity)
}
