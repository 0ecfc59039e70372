// Replays a learner's trades with some of them left out: the 'what if' scenarios of the insights.
import { openFlows } from './history.ts'
import { cashOf, inNewShares, sharesOf, type Entry, type SplitEntry, type Trade } from './ledger.ts'
import { cents, share, times, type Cents } from './money.ts'
import type { Split } from './split.ts'
import type { Ticker } from './tickers.ts'

interface ScenarioFacts {
  readonly startingCash: Cents
  /** Ascending. */
  readonly instants: readonly number[]
  /** Whether the scenario makes a trade; a purchase also needs the cash. */
  readonly makes: (trade: Trade) => boolean
}

/** A trade of the learner, or a split of a stock with the learner's own entry of it, if any. */
export type ScenarioStep =
  | { readonly trade: Trade }
  | { readonly split: Split; readonly line: SplitEntry | null }

export function openScenario({ startingCash, instants, makes }: ScenarioFacts) {
  let cash = startingCash
  let skipped = 0
  const own = new Map<Ticker, number>()
  const learners = new Map<Ticker, number>()
  const sums = openFlows(instants)

  const apply = (entry: Entry): void => {
    cash = cents(cash + cashOf(entry))
    own.set(entry.ticker, (own.get(entry.ticker) ?? 0) + sharesOf(entry))
    sums.add(entry)
  }
  const follow = (entry: Entry): void => {
    learners.set(entry.ticker, (learners.get(entry.ticker) ?? 0) + sharesOf(entry))
  }

  return {
    /** Takes steps in ascending order; at the same instant a split comes before trades. */
    add: (step: ScenarioStep): void => {
      if ('trade' in step) {
        const { trade } = step
        follow(trade)
        if (!makes(trade)) return
        if (trade.type === 'BUY' && times(trade.price, trade.quantity) > cash) skipped += 1
        else apply(trade)
        return
      }
      const held = own.get(step.split.ticker) ?? 0
      // For the same holding, the scenario uses the learner's entry, even if today's prices give another one.
      const isSame = held === (learners.get(step.split.ticker) ?? 0)
      const line = isSame ? step.line : lineOf(step.split, held)
      if (line !== null) apply(line)
      if (step.line !== null) follow(step.line)
    },
    /** `skipped` is the number of purchases without enough cash. */
    result: () => ({
      cash,
      quantities: own as ReadonlyMap<Ticker, number>,
      flows: sums.flows(),
      skipped,
    }),
  }
}

/** The entry of a split; null if it changes nothing, or gives more shares than a number can hold. */
function lineOf({ ticker, ratio, at, price }: Split, held: number): SplitEntry | null {
  const { whole, leftOver } = inNewShares(held, ratio)
  if (!Number.isSafeInteger(Math.max(1, price) * whole)) return null
  const cash = share(price, leftOver, ratio.denominator)
  if (whole === held && cash === 0) return null
  return { type: 'SPLIT', ticker, quantity: whole - held, cash, cost: cents(0), ratio, at }
}
