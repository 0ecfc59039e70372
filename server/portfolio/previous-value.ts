// Computes the value of a portfolio at the previous close, from which the change of the day is counted.
import { netWorthOf } from '@tengrand/core/history.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { BoundedMap } from '../bounded-map.ts'
import type { PreviousCloses } from '../market/market.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import { readChanges, type Changes } from './store.ts'

/** An order that was decided before the close may be committed after it. */
const settledMs = 60_000
const cachedMax = 100_000

interface CachedValue {
  readonly closeAt: number
  /** The closes behind the value, because a correction or a split changes them. */
  readonly prices: Prices
  readonly value: Cents
}

type Prices = ReadonlyMap<Ticker, Cents | null>

/**
 * Null for a closed chapter, and if a close is unknown. Cached, so that a portfolio with many trades a day is not
 * summed up at each request.
 */
export function createPreviousValue(deps: ReadDeps) {
  const cache = new BoundedMap<number, CachedValue>(cachedMax)
  return async (head: PortfolioRow): Promise<Cents | null> => {
    if (head.closing !== null) return null
    const { market, now } = await deps.marketOf(head)
    const closes = market.previousCloses()
    if (head.openedAt >= closes.at) return head.startingCash
    const known = cache.get(head.id)
    if (known !== undefined && isOf(known, closes)) return known.value
    const isSettled = now() > closes.at + settledMs
    const changes = await readChanges(deps, head, [closes.at, closes.at + 1])
    // The stocks that are held now or were held then.
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

/** The value of the holdings at `at`. */
export function valueAt(
  at: number,
  { portfolio: { cash, positions }, flows, splits }: Changes,
  closes: Prices,
): Cents | null {
  const quantities = new Map([...positions].map(([ticker, { quantity }]) => [ticker, quantity]))
  // Needs no current prices: without one, the second instant has no point, and only the first one is used.
  const prices = new Map([...closes].map(([ticker, price]) => [ticker, [price, null]]))
  const facts = { cash, quantities, flows, splits, prices, instants: [at, Infinity] }
  return netWorthOf(facts).find((point) => point.at === at)?.value ?? null
}
