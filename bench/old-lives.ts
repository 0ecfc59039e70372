// What people did in the version before: made up from their number, always the same.
import { buy, heldOf, openOldBooks, sell, settle, settleLate } from './old-books.ts'
import type { OldBooks, OldSplit } from './old-books.ts'

export interface OldLife extends Readonly<OldBooks> {
  readonly createdAt: number
}

interface Plan {
  /** Counted from 0. */
  readonly person: number
  readonly now: number
  /** Oldest first. */
  readonly splits: readonly OldSplit[]
}

const dayMs = 86_400_000
const stocksEach = 4
const lateSplits = 0.1
const sales = 0.45

/** Ten on average: most trade now and then, some never, and a few a great deal. */
const ordersOf = (person: number): number => [208, 0, 16][person % 100] ?? 8

export function oldLife({ person, now, splits }: Plan): OldLife {
  const random = seeded(person)
  const createdAt = now - Math.floor((30 + 700 * random()) * dayMs)
  const moments = Array.from({ length: ordersOf(person) }, () =>
    Math.floor(createdAt + 1 + (now - createdAt - 1) * random()),
  ).toSorted((a, b) => a - b)
  const books = openOldBooks()
  let met = createdAt
  const applySplits = (until: number): void => {
    for (const split of splits.filter(({ at }) => at > met && at <= until)) {
      const price = priceOf(split.stock, splits, split.at, random())
      if (random() < lateSplits) settleLate(books, split, price)
      else settle(books, split, price)
    }
    met = until
  }
  for (const at of moments) {
    applySplits(at)
    const stock = 1 + ((person * 5 + Math.floor(stocksEach * random()) * 3) % 16)
    const price = priceOf(stock, splits, at, random())
    place(books, { at, stock, price }, random)
  }
  applySplits(now)
  return { createdAt, ...books }
}

interface Chance {
  readonly at: number
  readonly stock: number
  readonly price: number
}

/** Nothing where somebody has neither the cash nor the shares. */
function place(books: OldBooks, { at, stock, price }: Chance, random: () => number): void {
  const held = heldOf(books, stock).quantity
  const affordable = Math.floor(books.cash / price)
  if (held > 0 && (affordable === 0 || random() < sales)) {
    const part = 1 + Math.floor(held * random())
    sell(books, { at, stock, price, quantity: random() < 0.3 ? held : part })
  } else if (affordable > 0) {
    const quantity = 1 + Math.floor((affordable - 1) * 0.3 * random())
    buy(books, { at, stock, price, quantity })
  }
}

/** Somewhere about the price of the stock, in new shares from a split on. */
function priceOf(stock: number, splits: readonly OldSplit[], at: number, chance: number): number {
  const base = stock === 10 ? 2_000 : 2_000 + 1_500 * stock
  const factor = splits
    .filter((split) => split.stock === stock && split.at <= at)
    .reduce((product, { numerator, denominator }) => (product * denominator) / numerator, 1)
  return Math.max(1, Math.floor(base * factor * (0.8 + 0.4 * chance)))
}

/** mulberry32. */
function seeded(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
