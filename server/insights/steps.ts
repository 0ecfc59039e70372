// The trades of a learner and the splits of their stocks, in the order in which a twin meets them.
import { dayOf } from '@tengrand/core/day.ts'
import type { Entry, SplitEntry } from '@tengrand/core/ledger.ts'
import type { Split } from '@tengrand/core/split.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { TwinStep } from '@tengrand/core/twins.ts'

import type { Db } from '../db/handle.ts'
import { readPricedSplits } from '../trading/split-store.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { Course } from './course.ts'

/** A split of a stock that the learner did not hold any more may still be one of what a twin has kept. */
export async function readSteps(
  { db }: { readonly db: Db },
  { entries, facts, instants, until }: Pick<Course, 'entries' | 'facts' | 'instants' | 'until'>,
): Promise<readonly TwinStep[]> {
  const [from = 0] = instants
  const due = facts.splits.filter(({ at }) => at > from && at <= until)
  const own = new Map<string, SplitEntry>()
  for (const entry of entries) if (entry.type === 'SPLIT') own.set(keyOf(entry), entry)
  const splits: Split[] = []
  for (const [ticker, some] of Map.groupBy(due, (split) => split.ticker)) {
    splits.push(...(await pricedSplits(db, ticker, some, entries)))
  }
  await yieldToEventLoop()
  const trades = entries.flatMap((entry) => (entry.type === 'SPLIT' ? [] : { trade: entry }))
  return merged(
    splits
      .toSorted((a, b) => a.at - b.at)
      .map((split) => ({ split, line: own.get(keyOf(split)) ?? null })),
    trades,
  )
}

const keyOf = ({ ticker, at }: { readonly ticker: Ticker; readonly at: number }): string =>
  `${ticker} ${at}`

function pricedSplits(
  db: Db,
  ticker: Ticker,
  splits: Course['facts']['splits'],
  entries: readonly Entry[],
): Promise<Split[]> {
  return readPricedSplits(db, {
    ticker,
    days: splits.map(({ at }) => dayOf(at)),
    entries: entries.filter((entry) => entry.ticker === ticker),
  })
}

/** At the same instant a split comes before the trades. */
function merged(
  splits: readonly Extract<TwinStep, { split: object }>[],
  trades: readonly Extract<TwinStep, { trade: object }>[],
): TwinStep[] {
  const steps: TwinStep[] = []
  let next = 0
  for (const step of trades) {
    for (let split = splits[next]; split && split.split.at <= step.trade.at; split = splits[next]) {
      steps.push(split)
      next += 1
    }
    steps.push(step)
  }
  return [...steps, ...splits.slice(next)]
}
