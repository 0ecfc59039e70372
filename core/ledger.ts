// What a portfolio holds: cash and positions, folded from the entries of its history one after the other.
import { cents, share, times, type Cents } from './money.ts'
import type { Ticker } from './tickers.ts'

export interface Trade {
  readonly type: 'BUY' | 'SELL'
  readonly ticker: Ticker
  readonly quantity: number
  readonly price: Cents
  readonly at: number
  /** Of a sale, the cost that left with the shares; nothing leaves with a buy. */
  readonly cost: Cents
}

/** A split as applied to one portfolio: shares that came (or went, when below zero), and cash for what was left of a share. */
export interface SplitEntry {
  readonly type: 'SPLIT'
  readonly ticker: Ticker
  readonly quantity: number
  readonly cash: Cents
  /** Of the parts of a share that were paid out. */
  readonly cost: Cents
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
  readonly realized: () => RealizedGains
}

/** Of each stock that was sold or split. */
export type RealizedGains = ReadonlyMap<Ticker, Cents>

/** For entries by their instants, oldest first, and at the same instant a split before the trades. */
export function openBooks(startingCash: Cents): Books {
  let cash = startingCash
  const positions = new Map<Ticker, Position>()
  const realized = new Map<Ticker, Cents>()
  return {
    add: (entry) => {
      const { ticker } = entry
      const after = afterEntry({ cash, position: positions.get(ticker) ?? nothing }, entry)
      const gain = realizedGain(entry)
      cash = after.cash
      positions.set(ticker, after.position)
      if (gain !== null) realized.set(ticker, cents((realized.get(ticker) ?? 0) + gain))
    },
    realized: () => new Map(realized),
    // Between two entries a position without shares may have a cost: that of a split that was learned later.
    portfolio: () => ({
      cash,
      positions: new Map([...positions].filter(([, { quantity }]) => quantity > 0)),
    }),
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

/** What leaves with the shares has been settled when the entry was made, and is a fact like the price. */
function afterSell({ cash, position: { quantity, cost } }: Holding, sell: Trade): Holding {
  if (sell.quantity > quantity) throw unsound(sell)
  return {
    cash: cents(cash + times(sell.price, sell.quantity)),
    position: { quantity: quantity - sell.quantity, cost: cents(cost - sell.cost) },
  }
}

function afterSplit({ cash, position }: Holding, split: SplitEntry): Holding {
  const kept = position.quantity + split.quantity
  const { whole } = inNewShares(position.quantity, split.ratio)
  // Where shares were sold before a reverse split became known, it takes fewer than the ratio says.
  const isFalse = kept < whole || (kept > whole && split.quantity > 0)
  if (position.quantity === 0 || isFalse || split.cash < 0) throw unsound(split)
  return {
    cash: cents(cash + split.cash),
    position: { quantity: kept, cost: cents(position.cost - split.cost) },
  }
}

/** Shares that came with an entry; below zero where some went. */
export const sharesOf = ({ type, quantity }: Entry): number =>
  type === 'SELL' ? 0 - quantity : quantity

/** What an entry brought; below zero when it cost something. */
export function cashOf(entry: Entry): Cents {
  if (entry.type === 'SPLIT') return entry.cash
  const total = times(entry.price, entry.quantity)
  return entry.type === 'BUY' ? cents(0 - total) : total
}

/** The cash that came in less the cost that left with it; null for a buy, with which nothing is gained or lost yet. */
export function realizedGain(entry: Entry): Cents | null {
  if (entry.type === 'BUY') return null
  return cents(cashOf(entry) - entry.cost)
}

/**
 * The average-cost rule: what goes takes its share of the cost, rounded once, and the rest stays; the last share
 * takes all that is left, so that no cost remains without shares.
 */
export const costOfSale = ({ quantity, cost }: Position, sold: number): Cents =>
  share(cost, sold, quantity)

/** What the old shares give: whole new ones, and parts of a new share, of which the denominator makes a whole. */
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
