// How much of a result chance could have done: the same trades by random traders, with the names of the stocks shuffled.
import { sharesOf, cashOf, type Entry } from './ledger.ts'
import { cents, roundTo, times, type Cents } from './money.ts'
import { seeded, shuffled } from './random.ts'
import { tickers, type Ticker } from './tickers.ts'

/** What the learner did, as parts of what they had: it can be done with any stocks and never takes more than there is. */
interface ReplaySteps {
  /** The stock of each step, by its place among all. */
  readonly stocks: Uint8Array
  /** Of the cash that is spent; below zero, of the shares that are sold. */
  readonly parts: Float64Array
  /** The close of its day, by its place among all. */
  readonly closes: Uint32Array
}

export interface LuckFacts {
  readonly startingCash: Cents
  readonly steps: ReplaySteps
  /** In cents, of all stocks at the first close, then at the second, and so on. */
  readonly prices: Float64Array
  readonly seed: number
}

export interface Luck {
  /** The learner's own steps, in cents, as are those of the random traders. */
  readonly value: number
  /** Rising. */
  readonly values: readonly number[]
}

/**
 * The learner's own names are one order of all that are possible, as likely as any other where the steps do not depend on
 * how the stocks did. A learner who sells because of a gain or a loss is compared with traders who sell at any result.
 */
export const luckOf = ({ traders, ...facts }: LuckFacts & { readonly traders: number }): Luck =>
  luckIn(playTraders(facts, { from: 0, to: traders + 1 }))

/** Traders by their places: at place 0 the learner with their own names, from place 1 on random ones. */
export interface TraderRange {
  readonly from: number
  /** Not included. */
  readonly to: number
}

/**
 * What some of the traders come to, so that a long replay can be cut into parts. A place has the same trader in any part:
 * the orders of names before it are drawn and left unused, which takes far less time than to replay them.
 */
export function playTraders(
  { startingCash, steps, prices, seed }: LuckFacts,
  { from, to }: TraderRange,
): number[] {
  const random = seeded(seed)
  for (let place = 1; place < from; place += 1) shuffled(tickers.length, random)
  const own = tickers.map((_, stock) => stock)
  return Array.from({ length: to - from }, (_, index) => {
    const names = from + index === 0 ? own : shuffled(tickers.length, random)
    return replay(steps, { startingCash, prices, names })
  })
}

/** Of all traders, in the order of their places. */
export function luckIn([value = 0, ...values]: readonly number[]): Luck {
  return { value, values: values.toSorted((a, b) => a - b) }
}

interface Trader {
  readonly startingCash: number
  readonly prices: Float64Array
  /** Which stock stands for each. */
  readonly names: readonly number[]
}

/** What the trader has at the last close. */
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
  // What differs by the rounding of fractions alone is the same.
  return roundTo(value, 0)
}

/** How many of a hundred lie below; of those that are equal, half. */
export function percentileOf({ value, values }: Luck): number {
  const below = values.filter((other) => other < value).length
  const equal = values.filter((other) => other === value).length
  return ((below + equal / 2) / values.length) * 100
}

export interface ReplayStepsBuilder {
  /** Oldest first, and at the same instant a split before the trades. */
  readonly add: (entry: Entry, close: number) => void
  readonly steps: () => ReplaySteps
}

/** Splits are no steps: closes are adjusted for them. They only change what the next parts are parts of. */
export function openReplaySteps(startingCash: Cents): ReplayStepsBuilder {
  let cash = startingCash
  const held = new Map<Ticker, number>()
  const [stocks, parts, closes]: [number[], number[], number[]] = [[], [], []]
  return {
    add: (entry, close) => {
      const { ticker } = entry
      const shares = held.get(ticker) ?? 0
      if (entry.type !== 'SPLIT') {
        stocks.push(tickers.indexOf(ticker))
        closes.push(close)
        const part =
          entry.type === 'BUY'
            ? times(entry.price, entry.quantity) / cash
            : 0 - entry.quantity / shares
        // A reverse split that was learned late may have taken shares that were sold meanwhile.
        parts.push(Math.max(-1, Math.min(1, part)))
      }
      cash = cents(cash + cashOf(entry))
      held.set(ticker, shares + sharesOf(entry))
    },
    steps: () => ({
      stocks: new Uint8Array(stocks),
      parts: new Float64Array(parts),
      closes: new Uint32Array(closes),
    }),
  }
}
