// What the same learner would have had they decided otherwise: their trades once more, with some of them left out.
import { openFlows } from './flows.ts'
import type { Flow } from './history.ts'
import { cashOf, inNewShares, sharesOf, type Entry, type SplitEntry, type Trade } from './ledger.ts'
import { cents, share, times, type Cents } from './money.ts'
import type { Split } from './split.ts'
import type { Ticker } from './tickers.ts'

export interface TwinFacts {
  readonly startingCash: Cents
  /** Rising. */
  readonly instants: readonly number[]
  /** Which trades it makes; a purchase only where its cash is there. */
  readonly makes: (trade: Trade) => boolean
}

/** An entry of the learner; or a split of a stock, with the learner's own line of it, where there is one. */
export type TwinStep =
  | { readonly trade: Trade }
  | { readonly split: Split; readonly line: SplitEntry | null }

export interface Twin {
  /** In the order of time, and at the same instant a split before the trades. */
  readonly add: (step: TwinStep) => void
  readonly result: () => TwinResult
}

interface TwinResult {
  readonly cash: Cents
  readonly quantities: ReadonlyMap<Ticker, number>
  readonly flows: readonly Flow[]
  /** Purchases that it had no cash for. */
  readonly skipped: number
}

export function openTwin({ startingCash, instants, makes }: TwinFacts): Twin {
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
    add: (step) => {
      if ('trade' in step) {
        const { trade } = step
        follow(trade)
        if (!makes(trade)) return
        if (trade.type === 'BUY' && times(trade.price, trade.quantity) > cash) skipped += 1
        else apply(trade)
        return
      }
      const held = own.get(step.split.ticker) ?? 0
      // Who holds the same as the learner gets the same, also where the prices are told otherwise today.
      const isSame = held === (learners.get(step.split.ticker) ?? 0)
      const line = isSame ? step.line : lineOf(step.split, held)
      if (line !== null) apply(line)
      if (step.line !== null) follow(step.line)
    },
    result: () => ({ cash, quantities: own, flows: sums.flows(), skipped }),
  }
}

/** Null where the split changes nothing, or gives more shares than can be counted. */
function lineOf({ ticker, ratio, at, price }: Split, held: number): SplitEntry | null {
  const { whole, leftOver } = inNewShares(held, ratio)
  if (!Number.isSafeInteger(Math.max(1, price) * whole)) return null
  const cash = share(price, leftOver, ratio.denominator)
  if (whole === held && cash === 0) return null
  return { type: 'SPLIT', ticker, quantity: whole - held, cash, cost: cents(0), ratio, at }
}
