// The rules by which the classmates of the demo trade: each is asked once a second and mostly does nothing.
import { randomInt } from 'node:crypto'

import type { Ticker } from '@tengrand/core/tickers.ts'

interface Stock {
  readonly ticker: Ticker
  readonly price: number
  /** In the last minute of the lesson, as a part of the price. */
  readonly rise: number
  /** The shares that the classmate has. */
  readonly held: number
}

/** The part of the cash that buys the stock, or, if it is negative, of its shares that are sold. */
type Wish = readonly [stock: Stock | undefined, part: number]

type View = ReturnType<typeof viewOf>

const viewOf = (stocks: readonly Stock[]) => ({
  stocks,
  held: stocks.filter(({ held }) => held > 0),
  missing: stocks.filter(({ held }) => held === 0),
})

/** How often, in percent, and what then. */
type Rule = readonly [often: number, wish: (view: View) => Wish | null]

const happens = (percent: number): boolean => randomInt(100) < percent

const oneOf = <T>(of: readonly T[]): T | undefined => of[randomInt(Math.max(1, of.length))]

/** Changes to one stock from any other. */
const changer = (pick: (stocks: readonly Stock[]) => Stock | undefined): Rule => [
  6,
  ({ stocks, held: [owned] }) => {
    const wanted = pick(stocks.toSorted((a, b) => b.rise - a.rise))
    if (owned === undefined) return [wanted, 0.9]
    return wanted === owned ? null : [owned, -1]
  },
]

const rules: readonly Rule[] = [
  // Puts everything into one stock and waits.
  [10, ({ stocks, held }) => (held.length > 0 ? null : [oneOf(stocks), 0.98])],
  // Buys a bit of everything, one stock after the other.
  [20, ({ missing }) => [oneOf(missing), 1 / missing.length]],
  // Keeps half of the cash.
  [5, ({ stocks, held }) => (held.length >= 4 ? null : [oneOf(stocks), 1 / 6])],
  changer((byRise) => byRise[0]),
  changer((byRise) => byRise.at(-1)),
  // Buys and sells all the time, and pays for it.
  [20, ({ stocks, held }) => (happens(50) ? [oneOf(held), -0.5] : [oneOf(stocks), 1 / 3])],
  // Sells what falls, and buys again when it is calm.
  [
    100,
    ({ stocks, held }) => {
      const fallen = held.find(({ rise }) => rise < -0.03)
      if (fallen !== undefined) return [fallen, -1]
      return happens(4) ? [oneOf(stocks), 0.5] : null
    },
  ],
]

/** The order of one classmate, or null. */
export function wishOf(index: number, cash: number, stocks: readonly Stock[]) {
  const [often, wish] = rules[index % rules.length] as Rule
  const [stock, part] = (happens(often) && wish(viewOf(stocks))) || []
  if (stock === undefined || part === undefined) return null
  const side = part > 0 ? 'BUY' : 'SELL'
  const quantity =
    part > 0 ? Math.floor((cash * part) / stock.price) : Math.ceil(stock.held * -part)
  return quantity === 0 ? null : ({ side, ticker: stock.ticker, quantity } as const)
}
