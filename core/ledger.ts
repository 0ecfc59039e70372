// What an account holds: cash and positions, folded from the entries of its history one after the other.
import { cents, share, times, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

/** Ten grand: what every account begins with, and what all returns are counted from. */
export const startingCash = cents(1_000_000)

export interface Trade {
  readonly type: 'BUY' | 'SELL'
  readonly ticker: Ticker
  readonly quantity: number
  readonly price: Cents
  readonly at: number
}

/** A split as applied to one account: shares that came (or went, when below zero), and cash for what was left of a share. */
export interface SplitEntry {
  readonly type: 'SPLIT'
  readonly ticker: Ticker
  readonly quantity: number
  readonly cash: Cents
  readonly ratio: SplitRatio
  readonly at: number
}

/** So many new shares stand for so many old ones. */
export interface SplitRatio {
  readonly numerator: number
  readonly denominator: number
}

export type Entry = Trade | SplitEntry

/** What the shares have cost in all is kept; the average is a division for the screen. */
export interface Position {
  readonly quantity: number
  readonly cost: Cents
}

export interface Portfolio {
  readonly cash: Cents
  /** Only of stocks that are held. */
  readonly positions: ReadonlyMap<Ticker, Position>
}

export const nothing: Position = { quantity: 0, cost: cents(0) }

/** The cash and the one position that an entry touches. */
export interface Holding {
  readonly cash: Cents
  readonly position: Position
}

export interface Books {
  /** Throws where the entry cannot follow on what is held, and leaves the books as they were. */
  readonly add: (entry: Entry) => void
  readonly portfolio: () => Portfolio
}

/** For entries by their instants, oldest first, and at the same instant a split before the trades. */
export function openBooks(): Books {
  let cash = startingCash
  const positions = new Map<Ticker, Position>()
  return {
    add: (entry) => {
      const after = afterEntry({ cash, position: positions.get(entry.ticker) ?? nothing }, entry)
      cash = after.cash
      if (after.position.quantity === 0) positions.delete(entry.ticker)
      else positions.set(entry.ticker, after.position)
    },
    portfolio: () => ({ cash, positions }),
  }
}

/** Throws where an entry cannot follow on what is held: such an entry is never made, so it means that something is lost. */
export function afterEntry(holding: Holding, entry: Entry): Holding {
  if (entry.type === 'SPLIT') return afterSplit(holding, entry)
  if (entry.quantity < 1 || entry.price < 1) throw unsound(entry)
  return entry.type === 'BUY' ? afterBuy(holding, entry) : afterSell(holding, entry)
}

function afterBuy({ cash, position }: Holding, buy: Trade): Holding {
  const total = times(buy.price, buy.quantity)
  if (total > cash) throw unsound(buy)
  return {
    cash: cents(cash - total),
    position: { quantity: position.quantity + buy.quantity, cost: cents(position.cost + total) },
  }
}

/**
 * The average-cost rule: what goes takes its share of the cost, rounded once, and the rest stays; the last share
 * takes all that is left, so that no cost remains without shares.
 */
function afterSell({ cash, position: { quantity, cost } }: Holding, sell: Trade): Holding {
  if (sell.quantity > quantity) throw unsound(sell)
  return {
    cash: cents(cash + times(sell.price, sell.quantity)),
    position: {
      quantity: quantity - sell.quantity,
      cost: cents(cost - share(cost, sell.quantity, quantity)),
    },
  }
}

/** A part of a share that a split leaves over is paid out, and takes its part of the cost along. */
function afterSplit({ cash, position }: Holding, split: SplitEntry): Holding {
  const kept = position.quantity + split.quantity
  const { due, whole, leftOver } = inNewShares(position.quantity, split.ratio)
  // Where shares were sold before a reverse split became known, it takes fewer than the ratio says.
  const takesTooFew = kept > whole
  const isFalse = kept < whole || (takesTooFew && split.quantity > 0)
  if (isFalse || split.cash < 0) throw unsound(split)
  const paidOff = takesTooFew ? cents(0) : share(position.cost, leftOver, due)
  return {
    cash: cents(cash + split.cash),
    position: { quantity: kept, cost: cents(position.cost - paidOff) },
  }
}

/**
 * All in parts of a new share, of which the denominator makes a whole: what is due for the old shares, and what is
 * left over of it after as many whole shares as it gives.
 */
export function inNewShares(
  quantity: number,
  { numerator, denominator }: SplitRatio,
): { readonly due: bigint; readonly whole: number; readonly leftOver: bigint } {
  const due = BigInt(quantity) * BigInt(numerator)
  const parts = BigInt(denominator)
  return { due, whole: Number(due / parts), leftOver: due % parts }
}

const unsound = ({ type, ticker, quantity }: Entry): RangeError =>
  new RangeError(`A ${type} of ${quantity} ${ticker} cannot follow on what is held.`)
