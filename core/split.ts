// Applies new splits of one stock to a portfolio, however late they become known.
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

/** From `at` on, the stock is counted and priced in new shares. */
export interface Split {
  readonly ticker: Ticker
  readonly ratio: SplitRatio
  readonly at: number
  /** The price of a new share at the start of the split day, at which fractions are paid out. */
  readonly price: Cents
}

interface SplitLines {
  /** New entries in ascending order. A split that changes neither shares nor cash has no entry. */
  readonly lines: readonly SplitEntry[]
  /** The position after the lines. */
  readonly position: Position
  /** Splits that give more shares than a number can hold; they have no lines. */
  readonly skipped: readonly Split[]
}

/**
 * Computes the entries that new splits of one stock add to a portfolio, from the portfolio's entries of the stock and
 * its current position; both lists are ascending. Trades after the time of a split are already in new shares. A reverse
 * split that becomes known after sales leaves enough shares to cover them.
 */
export function splitLines(
  splits: readonly Split[],
  entries: readonly Entry[],
  held: Position,
): SplitLines {
  const steps = byInstant(splits, entries)
  const needs = neededAfter(steps)
  const lines: SplitEntry[] = []
  let position = held
  let quantity = 0
  for (const [index, step] of steps.entries()) {
    if ('type' in step) {
      quantity += sharesOf(step)
      continue
    }
    const line = lineOf(step, { held: quantity, need: needs[index] ?? 0, now: position })
    // The value of the shares must also be a safe integer, or the portfolio could not be valued.
    if (!Number.isSafeInteger(Math.max(1, step.price) * (quantity + line.quantity))) {
      const rest = splits.filter((split) => split !== step)
      const others = splitLines(rest, entries, held)
      return { ...others, skipped: [step, ...others.skipped] }
    }
    quantity += line.quantity
    if (line.quantity === 0 && line.cash <= 0) continue
    lines.push(line)
    position = {
      quantity: position.quantity + line.quantity,
      cost: cents(position.cost - line.cost),
    }
  }
  return { lines, position, skipped: [] }
}

type Step = Split | Entry

/** At the same instant a split comes before the trades, because the sort is stable. */
const byInstant = (splits: readonly Split[], entries: readonly Entry[]): readonly Step[] =>
  [...splits, ...entries].toSorted((a, b) => a.at - b.at)

/** For each step, the shares that must be held after it so that all later sales are covered. */
function neededAfter(steps: readonly Step[]): number[] {
  let need = 0
  const needs = steps.toReversed().map((step) => {
    const after = need
    need = 'type' in step ? Math.max(0, need - sharesOf(step)) : neededBefore(step.ratio, need)
    return after
  })
  return needs.toReversed()
}

/** Shares needed before a split. A forward split also multiplies shares sold later; a reverse split may keep all. */
function neededBefore({ numerator, denominator }: SplitRatio, need: number): number {
  if (numerator <= denominator) return need
  const [parts, whole] = [BigInt(need) * BigInt(denominator), BigInt(numerator)]
  return Number((parts + whole - 1n) / whole)
}

interface Circumstances {
  /** The shares held at the start of the split day. */
  readonly held: number
  /** The shares that later sales need. */
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
 * The part of the current cost that belongs to the paid-out fraction; the whole cost if no share is left. Trades since
 * the split day have already taken their part and are not recomputed.
 */
function costOfParts(paidOut: bigint, { denominator }: SplitRatio, left: Position): Cents {
  if (left.quantity === 0) return left.cost
  // The position is negative if shares of a later split were sold already: that split takes the cost.
  if (left.quantity < 0) return cents(0)
  return share(left.cost, paidOut, paidOut + BigInt(left.quantity) * BigInt(denominator))
}
