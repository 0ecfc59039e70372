// Compares a result with chance: replays the same trades with the names of the stocks shuffled at random.
import { sharesOf, cashOf, type Entry } from './ledger.ts'
import { cents, roundTo, times, type Cents } from './money.ts'
import { seeded, shuffled } from './random.ts'
import { tickers, type Ticker } from './tickers.ts'

/** The learner's trades as parts of the cash or shares held then, so that they can be replayed with any stocks. */
interface ReplaySteps {
  /** The index of the stock of each step. */
  readonly stocks: Uint8Array
  /** The part of the cash that is spent; negative for a sale: the part of the shares that is sold. */
  readonly parts: Float64Array
  /** The index of the close of the step's day. */
  readonly closes: Uint32Array
}

export interface LuckFacts {
  readonly startingCash: Cents
  readonly steps: ReplaySteps
  /** Prices in cents: all stocks at the first close, then all at the second, and so on. */
  readonly prices: Float64Array
  readonly seed: number
}

export interface Luck {
  /** The result of the learner's own steps, in cents. */
  readonly value: number
  /** The results of the random traders, ascending. */
  readonly values: readonly number[]
}

/**
 * The learner's own assignment of names is as likely as any other permutation, as long as the steps do not depend on
 * prices. A learner who sells because of a gain or a loss is compared with traders who sell at any result.
 */
export const luckOf = ({ traders, ...facts }: LuckFacts & { readonly traders: number }): Luck =>
  luckIn(playTraders(facts, { from: 0, to: traders + 1 }))

/** Trader 0 is the learner with the original names; the others have random names. */
export interface TraderRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/**
 * The results of some of the traders, so that a long replay can be split. A trader is the same in any range: the random
 * orders of the traders before the range are drawn and dropped, which is far cheaper than a replay.
 */
export function playTraders(
  { startingCash, steps, prices, seed }: LuckFacts,
  { from, to }: TraderRange,
): number[] {
  const random = seeded(seed)
  for (let trader = 1; trader < from; trader += 1) shuffled(tickers.length, random)
  const own = tickers.map((_, stock) => stock)
  return Array.from({ length: to - from }, (_, index) => {
    const names = from + index === 0 ? own : shuffled(tickers.length, random)
    return replay(steps, { startingCash, prices, names })
  })
}

/** Takes the results of all traders, the learner first. */
export function luckIn([value = 0, ...values]: readonly number[]): Luck {
  return { value, values: values.toSorted((a, b) => a - b) }
}

interface Trader {
  readonly startingCash: number
  readonly prices: Float64Array
  /** The index of the stock that replaces each stock. */
  readonly names: readonly number[]
}

/** The value at the last close. */
function replay(
  { stocks, parts, closes }: ReplaySteps,
  { startingCash, prices, names }: Trader,
): number {
  const shares = new Float64Array(names.length)
  let cash = startingCash
  for (let step = 0; step < parts.length; step += 1) {
    const stock = stocks[step] ?? 0
    const part = parts[step] ?? 0
    const price = prices[(closes[step] ?? 0) * names.length + (names[stock] ?? 0)] ?? 0
    const held = shares[stock] ?? 0
    if (part > 0) {
      const spent = cash * part
      cash -= spent
      shares[stock] = held + spent / price
    } else {
      const sold = held * -part
      cash += sold * price
      shares[stock] = held - sold
    }
  }
  const last = prices.length - names.length
  const value = names.reduce(
    (sum, name, stock) => sum + (shares[stock] ?? 0) * (prices[last + name] ?? 0),
    cash,
  )
  // Rounded, so that results that differ only by floating-point errors are equal.
  return roundTo(value, 0)
}

/** The percentage of results below the learner's; equal ones count half. */
export function percentileOf({ value, values }: Luck): number {
  const below = values.filter((other) => other < value).length
  const equal = values.filter((other) => other === value).length
  return ((below + equal / 2) / values.length) * 100
}

/** A split is not a step, because closes are adjusted for it; it only changes the shares that later parts refer to. */
export function openReplaySteps(startingCash: Cents) {
  let cash = startingCash
  const held = new Map<Ticker, number>()
  const [stocks, parts, closes]: [number[], number[], number[]] = [[], [], []]
  return {
    /** Takes entries in ascending order; at the same instant a split comes before trades. */
    add: (entry: Entry, close: number): void => {
      const { ticker } = entry
      const shares = held.get(ticker) ?? 0
      if (entry.type !== 'SPLIT') {
        stocks.push(tickers.indexOf(ticker))
        closes.push(close)
        const part =
          entry.type === 'BUY'
            ? times(entry.price, entry.quantity) / cash
            : 0 - entry.quantity / shares
        // A reverse split that became known late may have taken shares that were already sold.
        parts.push(Math.max(-1, Math.min(1, part)))
      }
      cash = cents(cash + cashOf(entry))
      held.set(ticker, shares + sharesOf(entry))
    },
    steps: (): ReplaySteps => ({
      stocks: new Uint8Array(stocks),
      parts: new Float64Array(parts),
      closes: new Uint32Array(closes),
    }),
  }
}
