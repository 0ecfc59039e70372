// Computes net worth over time by walking back from the current holdings, so that a range costs only its own entries.
import { cashOf, sharesOf, type Entry, type SplitRatio } from './ledger.ts'
import { cents, share, times, type Cents } from './money.ts'
import type { Split } from './split.ts'
import { tickers, type Ticker } from './tickers.ts'

/** The sum of a stock's entries after one instant and up to the next. */
export interface Flow {
  /** The index of the first instant at or after the entries; the number of instants for later entries. */
  readonly index: number
  readonly ticker: Ticker
  readonly quantity: number
  readonly cash: Cents
}

export interface HistoryFacts {
  /** The holdings after all flows. */
  readonly cash: Cents
  readonly quantities: ReadonlyMap<Ticker, number>
  /** The flows in any order. Flows up to the first instant may be missing. */
  readonly flows: readonly Flow[]
  /** Ascending; the last one is now. */
  readonly instants: readonly number[]
  /** One price per instant, adjusted for all splits; null where unknown. */
  readonly prices: ReadonlyMap<Ticker, readonly (Cents | null)[]>
  /** The splits that the prices are adjusted for, in any order. */
  readonly splits: readonly Pick<Split, 'ticker' | 'ratio' | 'at'>[]
}

export interface ValuePoint {
  readonly at: number
  readonly value: Cents
}

/** Sums up entries, oldest first, into the flows between ascending instants. */
export function openFlows(instants: readonly number[]) {
  const sums = new Map<number, Flow>()
  let index = 0
  return {
    add: (entry: Entry): void => {
      while (index < instants.length && (instants[index] ?? 0) < entry.at) index += 1
      const { ticker } = entry
      const key = index * tickers.length + tickers.indexOf(ticker)
      const { quantity, cash } = sums.get(key) ?? { quantity: 0, cash: 0 }
      sums.set(key, {
        index,
        ticker,
        quantity: quantity + sharesOf(entry),
        cash: cents(cash + cashOf(entry)),
      })
    },
    flows: (): Flow[] => [...sums.values()],
  }
}

/** The value at each instant, without instants at which the price of a held stock is unknown. */
export function netWorthOf(facts: HistoryFacts): ValuePoint[] {
  const points: ValuePoint[] = []
  for (const { index, at, cash, stakes } of walkBack(facts)) {
    const value = valueAt(index, cash, stakes)
    if (value !== null) points.push({ at, value })
  }
  return points.toReversed()
}

/** The holdings at an instant. The next step of the walk changes the stakes in place. */
interface Held {
  readonly index: number
  readonly at: number
  readonly cash: Cents
  readonly stakes: ReadonlyMap<Ticker, Stake>
}

/** Yields the holdings from the last instant to the first. */
export function* walkBack(facts: HistoryFacts): Generator<Held> {
  const stakes = new Map<Ticker, Stake>()
  for (const [ticker, quantity] of facts.quantities)
    stakeIn(ticker, stakes, facts).quantity = quantity
  const flows = Map.groupBy(facts.flows, ({ index }) => index)
  // Ascending, so that the latest one is popped first.
  const splits = facts.splits.toSorted((a, b) => a.at - b.at)
  const { instants } = facts
  let { cash } = facts
  for (let index = instants.length - 1; index >= 0; index -= 1) {
    const at = instants[index] ?? 0
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

/** The holding of one stock during the walk. */
export interface Stake {
  /** The number of shares at that time, before later splits. */
  quantity: number
  /** How many adjusted shares one share of that time is worth; null if no split came later. */
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

/** Null where the price of held shares is unknown. */
export function stakeValue({ quantity, worth, prices }: Stake, index: number): Cents | null {
  if (quantity === 0) return cents(0)
  const price = prices[index] ?? null
  if (price === null) return null
  // Rounded once for all shares: rounding the price of each old share could be off by half a cent per share.
  return worth
    ? share(price, BigInt(quantity) * worth.numerator, worth.denominator)
    : times(price, quantity)
}

/** For each instant the last price at or before it. Both lists are ascending. */
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
