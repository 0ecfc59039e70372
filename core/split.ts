// What the splits of one stock do to an account, however late and in whatever order they are learnt.
import { inNewShares, type Entry, type SplitEntry, type SplitRatio } from './ledger.ts'
import { cents, share, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

/** From this instant on a stock is counted and priced in new shares. */
export interface Split {
  readonly ticker: Ticker
  readonly ratio: SplitRatio
  readonly at: number
  /** Of one new share as the split day began; what is left of a share is paid out at it. */
  readonly price: Cents
}

export interface SplitLines {
  /** In the order of their instants. None for a split that changes neither a share nor a cent. */
  readonly lines: readonly SplitEntry[]
  /** Splits that give more shares than can be counted; the lines are those of the others. */
  readonly misfits: readonly Split[]
}

/**
 * The lines that the splits of one stock, oldest first, add to an account with these trades of the stock, oldest first.
 * Trades since a split was due were made in new shares already. A split that takes shares away leaves as many as
 * were sold since: it may have been learnt too late to keep anybody from selling them.
 */
export function splitLines(splits: readonly Split[], trades: readonly Entry[]): SplitLines {
  const course = inTurn(splits, trades)
  const needs = neededAfter(course)
  const lines: SplitEntry[] = []
  let quantity = 0
  for (const [index, step] of course.entries()) {
    if ('type' in step) {
      quantity += sharesOf(step)
      continue
    }
    const line = lineOf(step, quantity, needs[index] ?? 0)
    // What they are worth is counted as well, or nobody could read the account any more.
    if (!Number.isSafeInteger(Math.max(1, step.price) * (quantity + line.quantity))) {
      const others = splitLines(without(splits, step), trades)
      return { ...others, misfits: [step, ...others.misfits] }
    }
    if (isSomething(line)) lines.push(line)
    quantity += line.quantity
  }
  return { lines, misfits: [] }
}

type Step = Split | Entry

/** At the same instant a split comes before the trades. */
function inTurn(splits: readonly Split[], trades: readonly Entry[]): readonly Step[] {
  const steps: Step[] = [...splits, ...trades]
  return steps.toSorted((a, b) => a.at - b.at)
}

/** For each step, how many shares must be held after it so that all later sales can follow. */
function neededAfter(course: readonly Step[]): number[] {
  let need = 0
  const needs = course.toReversed().map((step) => {
    const after = need
    need = 'type' in step ? Math.max(0, need - sharesOf(step)) : neededBefore(step.ratio, need)
    return after
  })
  return needs.toReversed()
}

/** A split that gives shares gives them also for what was sold since; one that takes some can leave all. */
function neededBefore({ numerator, denominator }: SplitRatio, need: number): number {
  if (numerator <= denominator) return need
  const [parts, whole] = [BigInt(need) * BigInt(denominator), BigInt(numerator)]
  return Number((parts + whole - 1n) / whole)
}

function lineOf({ ticker, ratio, at, price }: Split, held: number, need: number): SplitEntry {
  const { whole, leftOver } = inNewShares(held, ratio)
  const isShort = whole < need
  return {
    type: 'SPLIT',
    ticker,
    quantity: (isShort ? need : whole) - held,
    cash: isShort ? cents(0) : share(price, leftOver, ratio.denominator),
    ratio,
    at,
  }
}

const sharesOf = ({ type, quantity }: Entry): number => (type === 'SELL' ? 0 - quantity : quantity)

const without = (splits: readonly Split[], one: Split): Split[] =>
  splits.filter((split) => split !== one)

export interface Predecessors {
  /** The lines that stood so far. */
  readonly before: readonly SplitEntry[]
  /** The instant of the first split that is new. */
  readonly from: number
  /** The least cash that the account had at any time since. */
  readonly leastCashSince: (at: number) => number
}

/**
 * The lines as they stand in place of others. What was paid for a fraction is settled, but what has been spent of it is
 * not asked back, because cash is never below zero. A line from before the new splits whose shares are still right
 * stays as it is: it was paid at the price of its time.
 */
export function inPlaceOf(
  { before, from, leastCashSince }: Predecessors,
  lines: readonly SplitEntry[],
): SplitEntry[] {
  const stood = byInstant([...lines.map(emptied), ...before])
  const due = byInstant([...before.map(emptied), ...lines])
  const settled: SplitEntry[] = []
  let change = 0
  for (const [at, was] of [...stood].toSorted(([a], [b]) => a - b)) {
    const is = due.get(at) ?? was
    const isLeft = at < from && is.quantity === was.quantity
    const spent = is.cash < was.cash ? was.cash - leastCashSince(at) - change : 0
    const cash = isLeft ? was.cash : cents(Math.max(is.cash, spent))
    change += cash - was.cash
    settled.push({ ...is, cash })
  }
  return settled.filter(isSomething)
}

const byInstant = (lines: readonly SplitEntry[]): Map<number, SplitEntry> =>
  new Map(lines.map((line) => [line.at, line]))

const emptied = (line: SplitEntry): SplitEntry => ({ ...line, quantity: 0, cash: cents(0) })

const isSomething = ({ quantity, cash }: SplitEntry): boolean => quantity !== 0 || cash > 0
