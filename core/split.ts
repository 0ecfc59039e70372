// What a split does to one account, however late it is learnt.
import { inNewShares, type Entry, type SplitEntry, type SplitRatio } from './ledger.ts'
import { cents, share, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

/** From this instant on a stock is counted and priced in new shares. */
export interface Split {
  readonly ticker: Ticker
  readonly ratio: SplitRatio
  readonly at: number
  /** Of one new share as the split day began; what is left of a share is paid out at it. */
  readonly price: Cents
}

/**
 * The line that a split adds to an account, or none where nothing is to be done: the account held nothing then, or
 * has the line already. The entries are all those of the stock, oldest first. Trades since the split was due were
 * made in new shares already; a split that takes shares away takes no more than were there all the time since.
 */
export function splitEntryOf(split: Split, entries: Iterable<Entry>): SplitEntry | null {
  const { ticker, ratio, at, price } = split
  const { held, leastSince, latestSplitAt } = quantitiesAround(at, entries)
  if (latestSplitAt === at) return null
  // The lines of later splits were counted without this one and would all be wrong.
  if (latestSplitAt > at)
    throw new RangeError(`A later split of ${ticker} is on the account already.`)
  const { whole, leftOver } = inNewShares(held, ratio)
  const isShort = held - whole > leastSince
  const quantity = isShort ? 0 - leastSince : whole - held
  const cash = isShort ? cents(0) : share(price, leftOver, ratio.denominator)
  if (quantity === 0 && cash === 0) return null
  return { type: 'SPLIT', ticker, quantity, cash, ratio, at }
}

function quantitiesAround(at: number, entries: Iterable<Entry>) {
  let quantity = 0
  let held = 0
  let leastSince = Infinity
  let latestSplitAt = -Infinity
  for (const entry of entries) {
    quantity += entry.type === 'SELL' ? 0 - entry.quantity : entry.quantity
    if (entry.at < at) held = quantity
    else leastSince = Math.min(leastSince, quantity)
    if (entry.type === 'SPLIT') latestSplitAt = Math.max(latestSplitAt, entry.at)
  }
  return { held, leastSince, latestSplitAt }
}
