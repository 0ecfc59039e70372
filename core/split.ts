// What new splits of one stock do to a portfolio, however late they are learned.
import {
  inNewShares,
  sharesOf,
  type Entry,
  type Position,
  type SplitEntry,
  type SplitRatio,
} from './ledger.ts'
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
  /** What is held with them. */
  readonly position: Position
  /** Splits that give more shares than can be counted; the lines are those of the others. */
  readonly skipped: readonly Split[]
}

/**
 * The lines that new splits of one stock, oldest first, add to a portfolio with these entries of the stock, oldest first,
 * which holds this much of it now. Trades since a split was due were made in new shares already. A split that takes
 * shares away leaves as many as were sold since: it may have been learned too late to keep anybody from selling them.
 */
export function splitLines(
  splits: readonly Split[],
  entries: readonly Entry[],
  held: Position,
): SplitLines {
  const course = byInstant(splits, entries)
  const needs = neededAfter(course)
  const lines: SplitEntry[] = []
  let position = held
  let quantity = 0
  for (const [index, step] of course.entries()) {
    if ('type' in step) {
      quantity += sharesOf(step)
      continue
    }
    const line = lineOf(step, { held: quantity, need: needs[index] ?? 0, now: position })
    // What they are worth is counted as well, or nobody could read the portfolio any more.
    if (!Number.isSafeInteger(Math.max(1, step.price) * (quantity + line.quantity))) {
      const others = splitLines(without(splits, step), entries, held)
      return { ...others, skipped: [step, ...others.skipped] }
    }
    quantity += line.quantity
    if (!isSomething(line)) continue
    lines.push(line)
    position = {
      quantity: position.quantity + line.quantity,
      cost: cents(position.cost - line.cost),
    }
  }
  return { lines, position, skipped: [] }
}

type Step = Split | Entry

/** At the same instant a split comes before the trades. */
function byInstant(splits: readonly Split[], entries: readonly Entry[]): readonly Step[] {
  const steps: Step[] = [...splits, ...entries]
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

interface Circumstances {
  /** As the split day began. */
  readonly held: number
  /** By the sales since. */
  readonly need: number
  readonly now: Position
}

function lineOf(
  { ticker, ratio, at, price }: Split,
  { held, need, now }: Circumstances,
): SplitEntry {
  const { whole, leftOver } = inNewShares(held, ratio)
  const isShort = whole < need
  const quantity = (isShort ? need : whole) - held
  const paidOut = isShort ? 0n : leftOver
  return {
    type: 'SPLIT',
    ticker,
    quantity,
    cash: share(price, paidOut, ratio.denominator),
    cost: costOfParts(paidOut, ratio, { quantity: now.quantity + quantity, cost: now.cost }),
    ratio,
    at,
  }
}

/**
 * Of what the shares of now have cost, the part that goes with those that are paid out; all of it where no share is
 * left. Trades since the split day have taken theirs already, and are not settled anew.
 */
function costOfParts(paidOut: bigint, { denominator }: SplitRatio, kept: Position): Cents {
  if (kept.quantity === 0) return kept.cost
  // Sold since, of shares that a later split gives: the cost leaves with that one.
  if (kept.quantity < 0) return cents(0)
  return share(kept.cost, paidOut, paidOut + BigInt(kept.quantity) * BigInt(denominator))
}

const without = (splits: readonly Split[], one: Split): Split[] =>
  splits.filter((split) => split !== one)

const isSomething = ({ quantity, cash }: SplitEntry): boolean => quantity !== 0 || cash > 0
