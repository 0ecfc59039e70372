// Net worth over time, found by walking back from what is held now, so that a range costs only what happened inside it.
import type { SplitRatio } from './ledger.ts'
import { cents, share, times, type Cents } from './money.ts'
import type { Split } from './split.ts'
import type { Ticker } from './tickers.ts'

/** What changed after one instant and up to the next: the sum of all entries of a stock in between. */
export interface Flow {
  /** The first of the instants by which it had happened; their number when it happened after the last. */
  readonly index: number
  readonly ticker: Ticker
  readonly quantity: number
  readonly cash: Cents
}

export interface HistoryFacts {
  /** What is held after all of the flows. */
  readonly cash: Cents
  readonly quantities: ReadonlyMap<Ticker, number>
  /** In any order. What happened up to the first instant may be left out. */
  readonly flows: readonly Flow[]
  /** Rising; the last one is now. */
  readonly instants: readonly number[]
  /** One price for each instant, of a share as it is counted after all of the splits; null where it is not known. */
  readonly prices: ReadonlyMap<Ticker, readonly (Cents | null)[]>
  /** In any order: those that the prices are adjusted for. */
  readonly splits: readonly Pick<Split, 'ticker' | 'ratio' | 'at'>[]
}

export interface ValuePoint {
  readonly at: number
  readonly value: Cents
}

/** An instant at which a stock was held whose price is not known has no point: nothing is guessed. */
export function netWorthOf(facts: HistoryFacts): ValuePoint[] {
  const points: ValuePoint[] = []
  for (const { index, at, cash, stakes } of walkBack(facts)) {
    const value = valueAt(index, cash, stakes)
    if (value !== null) points.push({ at, value })
  }
  return points.toReversed()
}

/** What was held by an instant. The stakes change with the next step. */
export interface Held {
  readonly index: number
  readonly at: number
  readonly cash: Cents
  readonly stakes: ReadonlyMap<Ticker, Stake>
}

/** From the last instant to the first. */
export function* walkBack(facts: HistoryFacts): Generator<Held> {
  const stakes = new Map<Ticker, Stake>()
  for (const [ticker, quantity] of facts.quantities)
    stakeIn(ticker, stakes, facts).quantity = quantity
  const flows = Map.groupBy(facts.flows, ({ index }) => index)
  // The latest is at the end, where it is taken off.
  const splits = facts.splits.toSorted((a, b) => a.at - b.at)
  let { cash } = facts
  for (const [index, at] of [...facts.instants.entries()].toReversed()) {
    for (const flow of flows.get(index + 1) ?? []) {
      cash = cents(cash - flow.cash)
      stakeIn(flow.ticker, stakes, facts).quantity -= flow.quantity
    }
    for (let split = splits.at(-1); split && split.at > at; split = splits.at(-1)) {
      const stake = stakeIn(split.ticker, stakes, facts)
      stake.worth = beforeSplit(stake.worth, split.ratio)
      splits.pop()
    }
    yield { index, at, cash, stakes }
  }
}

/** One stock while walking back. */
export interface Stake {
  /** In shares as they were counted then. */
  quantity: number
  /** So many shares of the prices stand for so many of those; null while they are the same. */
  worth: Worth | null
  readonly prices: readonly (Cents | null)[]
}

interface Worth {
  readonly numerator: bigint
  readonly denominator: bigint
}

function stakeIn(ticker: Ticker, stakes: Map<Ticker, Stake>, { prices }: HistoryFacts): Stake {
  const known = stakes.get(ticker)
  if (known) return known
  const stake: Stake = { quantity: 0, worth: null, prices: prices.get(ticker) ?? [] }
  stakes.set(ticker, stake)
  return stake
}

function beforeSplit(worth: Worth | null, { numerator, denominator }: SplitRatio): Worth {
  return {
    numerator: BigInt(numerator) * (worth?.numerator ?? 1n),
    denominator: BigInt(denominator) * (worth?.denominator ?? 1n),
  }
}

function valueAt(index: number, cash: Cents, stakes: ReadonlyMap<Ticker, Stake>): Cents | null {
  let value: Cents = cash
  for (const stake of stakes.values()) {
    const amount = stakeValue(stake, index)
    if (amount === null) return null
    value = cents(value + amount)
  }
  return value
}

/** Null where shares are held whose price is not known. */
export function stakeValue({ quantity, worth, prices }: Stake, index: number): Cents | null {
  if (quantity === 0) return cents(0)
  const price = prices[index] ?? null
  if (price === null) return null
  // Rounded once for all shares: a price of one old share would be off by up to half a cent for each.
  return worth
    ? share(price, BigInt(quantity) * worth.numerator, worth.denominator)
    : times(price, quantity)
}

/** A price stands until the next one: for each instant the last that was known by then. Both lists rise. */
export function pricesAt(
  points: readonly { readonly at: number; readonly price: Cents }[],
  instants: readonly number[],
): (Cents | null)[] {
  let next = 0
  let price: Cents | null = null
  return instants.map((instant) => {
    for (let point = points[next]; point && point.at <= instant; point = points[next]) {
      price = point.price
      next += 1
    }
    return price
  })
}
