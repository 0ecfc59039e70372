// The trades of a learner and the splits of their stocks, in the order in which a twin meets them.
import { dayOf } from '@tengrand/core/day.ts'
import type { Entry, SplitEntry } from '@tengrand/core/ledger.ts'
import type { Split } from '@tengrand/core/split.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { Twin, TwinStep } from '@tengrand/core/twins.ts'

import type { Db } from '../db/handle.ts'
import { readPricedSplits } from '../ledger/split-store.ts'
import type { Course } from './course.ts'
import { inTurn } from '../yield-to-event-loop.ts'

type SplitStep = Extract<TwinStep, { split: object }>

/** A split of a stock that the learner did not hold any more may still be one of what a twin has kept. */
export async function readSplitSteps(
  { db }: { readonly db: Db },
  { entries, facts, instants, until }: Pick<Course, 'entries' | 'facts' | 'instants' | 'until'>,
): Promise<readonly SplitStep[]> {
  const [from = 0] = instants
  const due = facts.splits.filter(({ at }) => at > from && at <= until)
  if (due.length === 0) return []
  const own = new Map<string, SplitEntry>()
  for (const entry of entries) if (entry.type === 'SPLIT') own.set(keyOf(entry), entry)
  const splits: Split[] = []
  for (const [ticker, some] of Map.groupBy(due, (split) => split.ticker)) {
    splits.push(...(await pricedSplits(db, ticker, some, entries)))
  }
  return splits
    .toSorted((a, b) => a.at - b.at)
    .map((split) => ({ split, line: own.get(keyOf(split)) ?? null }))
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
export async function giveSteps(
  twin: Twin,
  entries: readonly Entry[],
  splits: readonly SplitStep[],
): Promise<void> {
  let next = 0
  const giveSplits = (until: number): void => {
    for (let step = splits[next]; step && step.split.at <= until; step = splits[next]) {
      twin.add(step)
      next += 1
    }
  }
  await inTurn(entries, (entry) => {
    giveSplits(entry.at)
    if (entry.type !== 'SPLIT') twin.add({ trade: entry })
  })
  giveSplits(Infinity)
}
