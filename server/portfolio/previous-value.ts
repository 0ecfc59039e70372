// Computes the value of a portfolio at the previous close, from which the change of the day is counted.
import { netWorthOf } from '@tengrand/core/history.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { BoundedMap } from '../bounded-map.ts'
import type { PreviousCloses } from '../market/market.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { HistoryDeps } from './history.ts'
import { readChanges, type Changes } from './store.ts'

/** An order that was decided before the close may still be on its way into the database. */
const settledMs = 60_000
const cachedMax = 100_000

interface CachedValue {
  readonly closeAt: number
  /** What it was counted with: a close may be corrected, and is another one after a split. */
  readonly prices: Prices
  readonly value: Cents
}

type Prices = ReadonlyMap<Ticker, Cents | null>

/**
 * Null for a closed chapter, and where a close is not known. Cached, so that a portfolio with many trades in a day is
 * not added up again with every request.
 */
export function createPreviousValue(deps: HistoryDeps) {
  const cache = new BoundedMap<number, CachedValue>(cachedMax)
  return async (head: PortfolioRow): Promise<Cents | null> => {
    if (head.closing !== null) return null
    const { market, now } = deps.marketOf(head)
    const closes = market.previousCloses()
    if (head.openedAt >= closes.at) return head.startingCash
    const known = cache.get(head.id)
    if (known !== undefined && isOf(known, closes)) return known.value
    const isSettled = now() > closes.at + settledMs
    const changes = await readChanges(deps, head, [closes.at, closes.at + 1])
    // Of everything that is held now or was held then.
    const { positions } = changes.portfolio
    const touched = new Set([...positions.keys(), ...changes.flows.map(({ ticker }) => ticker)])
    const prices = new Map([...touched].map((ticker) => [ticker, closes.priceOf(ticker)]))
    const value = valueAt(closes.at, changes, prices)
    if (isSettled && value !== null) cache.set(head.id, { closeAt: closes.at, prices, value })
    return value
  }
}

const isOf = ({ closeAt, prices }: CachedValue, { at, priceOf }: PreviousCloses): boolean =>
  closeAt === at && [...prices].every(([ticker, price]) => priceOf(ticker) === price)

/** With what was held then. */
export function valueAt(
  at: number,
  { portfolio: { cash, positions }, flows, splits }: Changes,
  closes: Prices,
): Cents | null {
  const quantities = new Map([...positions].map(([ticker, { quantity }]) => [ticker, quantity]))
  // Of now no price is asked for here: that has no point, and the one before it is what is wanted.
  const prices = new Map([...closes].map(([ticker, price]) => [ticker, [price, null]]))
  const facts = { cash, quantities, flows, splits, prices, instants: [at, Infinity] }
  return netWorthOf(facts).find((point) => point.at === at)?.value ?? null
}
