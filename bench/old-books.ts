// Cash, positions and trades of one person by the rules of the version before: the average-cost rule, written out once more.
import { cents, share } from '@tengrand/core/money.ts'

/** A row of the table of trades; a split has a ratio and no price. */
interface OldLine {
  readonly at: number
  readonly type: 'BUY' | 'SELL' | 'SPLIT'
  readonly stock: number
  readonly shares: number
  readonly cash: number
  readonly price: number
  readonly numerator: number | null
  readonly denominator: number | null
}

export interface OldBooks {
  readonly lines: OldLine[]
  cash: number
  /** Also of stocks that were sold, as the version before left them. */
  readonly positions: Map<number, { readonly quantity: number; readonly cost: number }>
}

export interface OldSplit {
  readonly stock: number
  readonly at: number
  readonly numerator: number
  readonly denominator: number
}

interface OldOrder {
  readonly at: number
  readonly stock: number
  readonly quantity: number
  readonly price: number
}

export const openOldBooks = (): OldBooks => ({ lines: [], cash: 1_000_000, positions: new Map() })

export const heldOf = ({ positions }: OldBooks, stock: number) =>
  positions.get(stock) ?? { quantity: 0, cost: 0 }

const noRatio = { numerator: null, denominator: null }

export function buy(books: OldBooks, { at, stock, quantity, price }: OldOrder): void {
  const held = heldOf(books, stock)
  const cash = -quantity * price
  books.lines.push({ ...noRatio, at, type: 'BUY', stock, shares: quantity, cash, price })
  books.cash += cash
  books.positions.set(stock, { quantity: held.quantity + quantity, cost: held.cost - cash })
}

export function sell(books: OldBooks, { at, stock, quantity, price }: OldOrder): void {
  const held = heldOf(books, stock)
  const cash = quantity * price
  books.lines.push({ ...noRatio, at, type: 'SELL', stock, shares: -quantity, cash, price })
  books.cash += cash
  const gone = share(cents(held.cost), quantity, held.quantity)
  books.positions.set(stock, { quantity: held.quantity - quantity, cost: held.cost - gone })
}

/** Parts of a share are paid out, with their part of the cost. */
export function settle(books: OldBooks, split: OldSplit, price: number): void {
  const held = heldOf(books, split.stock)
  if (held.quantity === 0) return
  const parts = held.quantity * split.numerator
  const over = parts % split.denominator
  const quantity = (parts - over) / split.denominator
  addSplit(books, split, { quantity, paid: share(cents(price), over, split.denominator) })
  const cost = held.cost - share(cents(held.cost), over, parts)
  books.positions.set(split.stock, { quantity, cost })
}

/** Learned after more shares were sold than its terms leave: it leaves those, and pays nothing. */
export function settleLate(books: OldBooks, split: OldSplit, price: number): void {
  const held = heldOf(books, split.stock)
  const quantity = Math.ceil(held.quantity / 2)
  if (quantity * split.denominator <= held.quantity * split.numerator) {
    return settle(books, split, price)
  }
  addSplit(books, split, { quantity, paid: 0 })
  books.positions.set(split.stock, { quantity, cost: held.cost })
  sell(books, { at: split.at + 1, stock: split.stock, quantity, price })
}

/** None for a split that changes neither a share nor a cent. */
function addSplit(
  books: OldBooks,
  { at, stock, numerator, denominator }: OldSplit,
  { quantity, paid }: { readonly quantity: number; readonly paid: number },
): void {
  const shares = quantity - heldOf(books, stock).quantity
  if (shares === 0 && paid === 0) return
  const ratio = { numerator, denominator }
  books.lines.push({ ...ratio, at, type: 'SPLIT', stock, shares, cash: paid, price: 0 })
  books.cash += paid
}
