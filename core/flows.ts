// What the entries of a history changed between the instants of a chart, added up as they come.
import type { Flow } from './history.ts'
import { cashOf, sharesOf, type Entry } from './ledger.ts'
import { cents } from './money.ts'
import { tickers } from './tickers.ts'

export interface Flows {
  /** Oldest first. */
  readonly add: (entry: Entry) => void
  readonly flows: () => Flow[]
}

/** What happened after the last of the instants, which rise, has their number as its index. */
export function openFlows(instants: readonly number[]): Flows {
  const sums = new Map<number, Flow>()
  let index = 0
  return {
    add: (entry) => {
      while (index < instants.length && (instants[index] ?? 0) < entry.at) index += 1
      const { ticker } = entry
      const key = index * tickers.length + tickers.indexOf(ticker)
      const { quantity, cash } = sums.get(key) ?? nothingYet
      sums.set(key, {
        index,
        ticker,
        quantity: quantity + sharesOf(entry),
        cash: cents(cash + cashOf(entry)),
      })
    },
    flows: () => [...sums.values()],
  }
}

const nothingYet = { quantity: 0, cash: cents(0) }
