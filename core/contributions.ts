// Splits the return of a range into the contributions of the stocks, exact to the cent.
import { stakeValue, walkBack, type HistoryFacts, type Stake, type ValuePoint } from './history.ts'
import { realizedGain, type Entry } from './ledger.ts'
import { cents, share, times, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

interface ContributionFacts {
  /** Its last instant is the end of the range. */
  readonly history: HistoryFacts
  readonly first: ValuePoint
  readonly last: ValuePoint
  /** Sums of the entries after the first point and up to the last. */
  readonly sums: ReadonlyMap<Ticker, Sums>
  /** For a closed chapter: its final value, and the prices per share at that time. */
  readonly closing: {
    readonly value: Cents
    readonly prices: ReadonlyMap<Ticker, Cents>
    /** Stocks with a split that became known after the close. */
    readonly late: ReadonlySet<Ticker>
  } | null
}

interface Contribution extends Sums {
  readonly ticker: Ticker
  readonly amount: Cents
  readonly startValue: Cents
  readonly endValue: Cents
  /** Price per share, adjusted for splits up to the end of the range; null where unknown. */
  readonly startPrice: Cents | null
  readonly endPrice: Cents | null
}

/** Sums over the trades and splits of one stock. */
interface Sums {
  readonly bought: Cents
  readonly sold: Cents
  readonly splitCash: Cents
  readonly realized: Cents
}

interface Contributions {
  readonly from: number
  readonly to: number
  readonly total: Cents
  /** The contributions, largest first. */
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
    const atStart = worthOf(start, from, end)
    const closingPrice = closing?.prices.get(ticker)
    const atEnd =
      closingPrice === undefined
        ? worthOf(end, to, end)
        : { value: times(closingPrice, end.quantity), price: closingPrice }
    parts.push(partOf(ticker, atStart, atEnd, sum ?? noTrades))
  }
  const total = cents((closing?.value ?? last.value) - first.value)
  return { from: first.at, to: last.at, total, parts: settle(parts, total, closing?.late) }
}

type Stakes = ReadonlyMap<Ticker, Stake>

/** The holdings at an index and at the end. */
function stakesOf(history: HistoryFacts, from: number): { starts: Stakes; ends: Stakes } {
  let ends: Stakes | null = null
  for (const { index, stakes } of walkBack(history)) {
    ends ??= copyOf(stakes)
    if (index === from) return { starts: copyOf(stakes), ends }
  }
  throw new RangeError('The range begins at an instant of its history.')
}

/** Copies the stakes, because the walk changes them in place. */
const copyOf = (stakes: Stakes): Stakes =>
  new Map([...stakes].map(([ticker, stake]) => [ticker, { ...stake }]))

interface Worth {
  readonly value: Cents
  readonly price: Cents | null
}

/** The value of a stake, and its price adjusted for splits up to the end of the range, not up to today. */
function worthOf(stake: Stake, index: number, { worth }: Stake): Worth {
  const price = stake.prices[index] ?? null
  return {
    value: stakeValue(stake, index) ?? cents(0),
    price: worth && price !== null ? share(price, worth.numerator, worth.denominator) : price,
  }
}

const noTrades: Sums = { bought: cents(0), sold: cents(0), splitCash: cents(0), realized: cents(0) }

/** Sums up the entries of a range, in any order. */
export function openSums() {
  const all = new Map<Ticker, Sums>()
  return {
    add: (entry: Entry): void => {
      const { bought, sold, splitCash, realized } = all.get(entry.ticker) ?? noTrades
      const total = entry.type === 'SPLIT' ? entry.cash : times(entry.price, entry.quantity)
      all.set(entry.ticker, {
        bought: cents(bought + (entry.type === 'BUY' ? total : 0)),
        sold: cents(sold + (entry.type === 'SELL' ? total : 0)),
        splitCash: cents(splitCash + (entry.type === 'SPLIT' ? total : 0)),
        realized: cents(realized + (realizedGain(entry) ?? 0)),
      })
    },
    sums: (): ReadonlyMap<Ticker, Sums> => all,
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
 * A split that becomes known after a chapter closed may take effect before the close, but the final value is fixed. The
 * difference is added to the split stock; of several split stocks, to the one with the largest value.
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
