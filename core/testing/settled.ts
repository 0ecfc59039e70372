// Adds the costs of sales to entries, by the average-cost rule.
import { costOfSale, inNewShares, nothing, type Entry, type Position } from '../ledger.ts'
import { cents, share, type Cents } from '../money.ts'
import type { Ticker } from '../tickers.ts'

/** Takes entries in ascending order and replaces their costs. */
export function settled(entries: readonly Entry[]): Entry[] {
  const positions = new Map<Ticker, Position>()
  return entries.map((entry) => {
    const position = positions.get(entry.ticker) ?? nothing
    const cost = costThatLeaves(position, entry)
    positions.set(entry.ticker, after(position, { ...entry, cost }))
    return { ...entry, cost }
  })
}

/** The position in a stock after these entries. */
export const heldOf = (entries: readonly Entry[], ticker: Ticker): Position =>
  entries.filter((entry) => entry.ticker === ticker).reduce<Position>(after, nothing)

function costThatLeaves(position: Position, entry: Entry): Cents {
  if (entry.type !== 'SPLIT') {
    return entry.type === 'BUY' ? cents(0) : costOfSale(position, entry.quantity)
  }
  const { whole, leftOver } = inNewShares(position.quantity, entry.ratio)
  const due = BigInt(position.quantity) * BigInt(entry.ratio.numerator)
  const takesTooFew = position.quantity + entry.quantity > whole
  return takesTooFew ? cents(0) : share(position.cost, leftOver, due)
}

function after({ quantity, cost }: Position, entry: Entry): Position {
  const paid = entry.type === 'BUY' ? entry.price * entry.quantity : 0
  const added = entry.type === 'SELL' ? -entry.quantity : entry.quantity
  return { quantity: quantity + added, cost: cents(cost + paid - entry.cost) }
}
