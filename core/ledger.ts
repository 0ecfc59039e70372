// Folds the entries of a portfolio's history into its cash and positions.
import { cents, share, times, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

export interface Trade {
  readonly type: 'BUY' | 'SELL'
  readonly ticker: Ticker
  readonly quantity: number
  readonly price: Cents
  readonly at: number
  /** The cost of the sold shares; 0 for a buy. */
  readonly cost: Cents
}

/** A split applied to one portfolio: the change of shares, and the cash for the fraction of a share. */
export interface SplitEntry {
  readonly type: 'SPLIT'
  readonly ticker: Ticker
  readonly quantity: number
  readonly cash: Cents
  /** The cost of the fraction that was paid out. */
  readonly cost: Cents
  readonly ratio: SplitRatio
  readonly at: number
}

/** New shares (numerator) for old ones (denominator). */
export interface SplitRatio {
  readonly numerator: number
  readonly denominator: number
}

export type Entry = Trade | SplitEntry

/** `cost` is the total of all shares; pages divide it for the average. */
export interface Position {
  readonly quantity: number
  readonly cost: Cents
}

export interface Portfolio {
  readonly cash: Cents
  /** The positions of held stocks only. */
  readonly positions: ReadonlyMap<Ticker, Position>
}

export const nothing: Position = { quantity: 0, cost: cents(0) }

/** The cash and the one position that an entry changes. */
export interface Holding {
  readonly cash: Cents
  readonly position: Position
}

/** The realized gain of each stock with a sale or split. */
export type RealizedGains = ReadonlyMap<Ticker, Cents>

/** Takes entries in ascending order; at the same instant a split comes before trades. */
export function openBooks(startingCash: Cents) {
  let cash = startingCash
  const positions = new Map<Ticker, Position>()
  const realized = new Map<Ticker, Cents>()
  return {
    /** Throws for an entry that does not fit the holdings, and leaves the books unchanged. */
    add: (entry: Entry): void => {
      const { ticker } = entry
      const after = afterEntry({ cash, position: positions.get(ticker) ?? nothing }, entry)
      const gain = realizedGain(entry)
      cash = after.cash
      positions.set(ticker, after.position)
      if (gain !== null) realized.set(ticker, cents((realized.get(ticker) ?? 0) + gain))
    },
    realized: (): RealizedGains => new Map(realized),
    // A position can have a cost without shares while a late split is still to be added.
    portfolio: (): Portfolio => ({
      cash,
      positions: new Map([...positions].filter(([, { quantity }]) => quantity > 0)),
    }),
  }
}

/** Throws for an entry that does not fit the holdings. Such an entry is never written, so the data is incomplete. */
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

/** The cost of the sold shares was computed when the entry was made and is stored like the price. */
function afterSell({ cash, position: { quantity, cost } }: Holding, sell: Trade): Holding {
  if (sell.quantity > quantity) throw unsound(sell)
  return {
    cash: cents(cash + times(sell.price, sell.quantity)),
    position: { quantity: quantity - sell.quantity, cost: cents(cost - sell.cost) },
  }
}

function afterSplit({ cash, position }: Holding, split: SplitEntry): Holding {
  const quantity = position.quantity + split.quantity
  const { whole } = inNewShares(position.quantity, split.ratio)
  // A reverse split that became known after sales takes fewer shares than its ratio says.
  const isFalse = quantity < whole || (quantity > whole && split.quantity > 0)
  if (position.quantity === 0 || isFalse || split.cash < 0) throw unsound(split)
  return {
    cash: cents(cash + split.cash),
    position: { quantity, cost: cents(position.cost - split.cost) },
  }
}

/** The change of shares by an entry. */
export const sharesOf = ({ type, quantity }: Entry): number =>
  type === 'SELL' ? 0 - quantity : quantity

/** The change of cash by an entry. */
export function cashOf(entry: Entry): Cents {
  if (entry.type === 'SPLIT') return entry.cash
  const total = times(entry.price, entry.quantity)
  return entry.type === 'BUY' ? cents(0 - total) : total
}

/** The cash received minus the cost of what was sold; null for a buy. */
export function realizedGain(entry: Entry): Cents | null {
  if (entry.type === 'BUY') return null
  return cents(cashOf(entry) - entry.cost)
}

/**
 * The average-cost rule: sold shares take their part of the cost, rounded once; the last share takes the rest, so that
 * no cost remains without shares.
 */
export const costOfSale = ({ quantity, cost }: Position, sold: number): Cents =>
  share(cost, sold, quantity)

/** Converts old shares: whole new ones, and the rest in parts of one share (the denominator is a whole one). */
export function inNewShares(
  quantity: number,
  { numerator, denominator }: SplitRatio,
): { readonly whole: number; readonly leftOver: bigint } {
  const due = BigInt(quantity) * BigInt(numerator)
  const parts = BigInt(denominator)
  return { whole: Number(due / parts), leftOver: due % parts }
}

const unsound = ({ type, ticker, quantity }: Entry): RangeError =>
  new RangeError(`A ${type} of ${quantity} ${ticker} cannot follow on what is held.`)
