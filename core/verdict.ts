// Sums a result up: the points ahead of or behind the market, the stock that decided it most, and whether luck could do it.
import { cents, percent, roundTo, share, type Cents } from './money.ts'

export interface VerdictFacts {
  readonly startingCash: Cents
  readonly value: Cents
  /** The value of the starting cash in equal parts of all stocks; null where unknown. */
  readonly market: Cents | null
  /** All stocks of the market. */
  readonly stocks: readonly StockFacts[]
  /** Null while it is not ready, and where every choice of stocks would have had the same result. */
  readonly luckPercentile: number | null
}

interface StockFacts {
  readonly ticker: string
  /** What the stock earned since the start; null where it was never held. */
  readonly amount: Cents | null
  /** The prices at the start and at the end, in the same shares; null where unknown. */
  readonly prices: { readonly opening: Cents; readonly now: Cents } | null
}

export interface Verdict {
  readonly kind: 'ahead' | 'behind' | 'even'
  /** The distance to the market in percent of the starting cash, never negative. */
  readonly points: number
  readonly reason: Reason | null
  readonly couldBeLuck: boolean
}

interface Reason {
  readonly ticker: string
  readonly isHeld: boolean
  /** Whether this stock alone makes up half of the distance or more. */
  readonly isMost: boolean
}

/** Null where the market is not known. */
export function verdictOf(facts: VerdictFacts): Verdict | null {
  const { startingCash, value, market, luckPercentile } = facts
  if (market === null) return null
  const difference = value - market
  const points = roundTo(percent(cents(Math.abs(difference)), startingCash), 1)
  if (points === 0) return { kind: 'even', points, reason: null, couldBeLuck: false }
  return {
    kind: difference > 0 ? 'ahead' : 'behind',
    points,
    reason: reasonOf(facts, difference),
    couldBeLuck: luckPercentile !== null && luckPercentile >= 5 && luckPercentile <= 95,
  }
}

/**
 * The stock with the largest part of the difference in its direction. The parts of all stocks add up to the difference,
 * so one whose price is not known leaves no reason.
 */
function reasonOf({ startingCash, stocks }: VerdictFacts, difference: number): Reason | null {
  let most: (Reason & { readonly part: number }) | null = null
  for (const { ticker, amount, prices } of stocks) {
    if (prices === null) return null
    const rise = cents(prices.now - prices.opening)
    const ofMarket = share(startingCash, rise, stocks.length * prices.opening)
    const part = ((amount ?? 0) - ofMarket) * Math.sign(difference)
    if (most && part <= most.part) continue
    const isMost = 2 * part >= Math.abs(difference)
    most = { ticker, isHeld: amount !== null, isMost, part }
  }
  if (most === null || most.part <= 0) return null
  const { ticker, isHeld, isMost } = most
  return { ticker, isHeld, isMost }
}
