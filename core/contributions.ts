// What each stock earned or cost over a range, to the cent: together it is the return.
import { stakeValue, walkBack, type HistoryFacts, type Stake, type ValuePoint } from './history.ts'
import { realizedGain, type Entry } from './ledger.ts'
import { cents, share, times, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

export interface ContributionFacts {
  /** From its first point to its last the contributions are counted. */
  readonly history: HistoryFacts
  readonly first: ValuePoint
  readonly last: ValuePoint
  /** Of what happened after the first and up to the last. */
  readonly sums: ReadonlyMap<Ticker, Sums>
  /** Of a closed chapter: what it came to, at which prices of a share as it was counted then. */
  readonly closing: {
    readonly value: Cents
    readonly prices: ReadonlyMap<Ticker, Cents>
    /** Of which a split became known too late. */
    readonly late: ReadonlySet<Ticker>
  } | null
}

interface Contribution extends Sums {
  readonly ticker: Ticker
  readonly amount: Cents
  readonly startValue: Cents
  readonly endValue: Cents
  /** Of a share as it is counted at the end; null where it is not known. */
  readonly startPrice: Cents | null
  readonly endPrice: Cents | null
}

/** Of the trades and splits of one stock. */
interface Sums {
  readonly bought: Cents
  readonly sold: Cents
  readonly splitCash: Cents
  readonly realized: Cents
}

export interface Contributions {
  readonly from: number
  readonly to: number
  readonly total: Cents
  /** Largest first. */
  readonly parts: readonly Contribution[]
}

export function contributionsOf(facts: ContributionFacts): Contributions {
  const { history, first, last, sums, closing } = facts
  const [from, to] = [history.instants.indexOf(first.at), history.instants.length - 1]
  const { starts, ends } = stakesOf(history, from)
  const parts: Contribution[] = []
  for (const [ticker, start] of starts) {
    const end = ends.get(ticker) ?? { ...start, quantity: 0, worth: null }
    const sum = sums.get(ticker)
    if (start.quantity === 0 && end.quantity === 0 && sum === undefined) continue
    const atStart = {
      value: stakeValue(start, from) ?? cents(0),
      price: inSharesOf(end, start.prices[from] ?? null),
    }
    const atEnd = endOf(end, to, closing?.prices.get(ticker) ?? null)
    parts.push(partOf(ticker, atStart, atEnd, sum ?? noTrades))
  }
  const total = cents((closing?.value ?? last.value) - first.value)
  return { from: first.at, to: last.at, total, parts: settle(parts, total, closing?.late) }
}

type Stakes = ReadonlyMap<Ticker, Stake>

/** What was held by an instant, and at the end. */
function stakesOf(history: HistoryFacts, from: number): { starts: Stakes; ends: Stakes } {
  let ends: Stakes | null = null
  for (const { index, stakes } of walkBack(history)) {
    ends ??= copyOf(stakes)
    if (index === from) return { starts: copyOf(stakes), ends }
  }
  throw new RangeError('The range begins at an instant of its history.')
}

/** The walk goes on with its own. */
const copyOf = (stakes: Stakes): Stakes =>
  new Map([...stakes].map(([ticker, stake]) => [ticker, { ...stake }]))

interface Worth {
  readonly value: Cents
  readonly price: Cents | null
}

/** Prices are in the shares of today, which may be others than those of a chapter that is over. */
const inSharesOf = ({ worth }: Stake, price: Cents | null): Cents | null =>
  worth === null || price === null ? price : share(price, worth.numerator, worth.denominator)

function endOf(stake: Stake, index: number, closingPrice: Cents | null): Worth {
  return closingPrice === null
    ? {
        value: stakeValue(stake, index) ?? cents(0),
        price: inSharesOf(stake, stake.prices[index] ?? null),
      }
    : { value: times(closingPrice, stake.quantity), price: closingPrice }
}

const noTrades: Sums = { bought: cents(0), sold: cents(0), splitCash: cents(0), realized: cents(0) }

export interface SumsByStock {
  readonly add: (entry: Entry) => void
  readonly sums: () => ReadonlyMap<Ticker, Sums>
}

/** For the entries of a range, in any order. */
export function openSums(): SumsByStock {
  const all = new Map<Ticker, Sums>()
  return {
    add: (entry) => {
      const { bought, sold, splitCash, realized } = all.get(entry.ticker) ?? noTrades
      const total = entry.type === 'SPLIT' ? entry.cash : times(entry.price, entry.quantity)
      all.set(entry.ticker, {
        bought: cents(bought + (entry.type === 'BUY' ? total : 0)),
        sold: cents(sold + (entry.type === 'SELL' ? total : 0)),
        splitCash: cents(splitCash + (entry.type === 'SPLIT' ? total : 0)),
        realized: cents(realized + (realizedGain(entry) ?? 0)),
      })
    },
    sums: () => all,
  }
}

function partOf(ticker: Ticker, start: Worth, end: Worth, sums: Sums): Contribution {
  const { bought, sold, splitCash } = sums
  return {
    ticker,
    amount: cents(end.value - start.value - bought + sold + splitCash),
    startValue: start.value,
    endValue: end.value,
    startPrice: start.price,
    endPrice: end.price,
    ...sums,
  }
}

/**
 * A split that is learned after a chapter was closed may belong before its end, and what it came to is not changed any
 * more: the stock takes the difference; of several, the one that has the most of it.
 */
function settle(
  parts: readonly Contribution[],
  total: Cents,
  late: ReadonlySet<Ticker> = new Set(),
): readonly Contribution[] {
  const rest = parts.reduce((left, { amount }) => left - amount, total as number)
  const taking = parts.filter(({ ticker }) => late.has(ticker))
  const largest = (taking.length > 0 ? taking : parts).toSorted(
    (a, b) => b.endValue - a.endValue,
  )[0]
  return parts
    .map((part) => (part === largest ? { ...part, amount: cents(part.amount + rest) } : part))
    .toSorted((a, b) => b.amount - a.amount)
}
