// The rules by which the classmates of the demo trade: each is asked once a second and mostly does nothing.
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { OrderSide } from '@tengrand/core/waiting-order.ts'

interface Stock {
  readonly ticker: Ticker
  readonly price: number
  /** In the last minute of the lesson, as a part of the price. */
  readonly rise: number
}

interface View {
  readonly stocks: readonly Stock[]
  readonly cash: number
  readonly held: ReadonlyMap<Ticker, number>
  readonly random: () => number
}

export interface Wish {
  readonly side: OrderSide
  readonly ticker: Ticker
  readonly quantity: number
}

type Rule = (view: View) => Wish | null

const buy = (stock: Stock | undefined, amount: number): Wish | null => {
  const quantity = stock === undefined ? 0 : Math.floor(amount / stock.price)
  return stock === undefined || quantity === 0
    ? null
    : { side: 'BUY', ticker: stock.ticker, quantity }
}

const sell = ({ held }: View, ticker: Ticker | undefined, part = 1): Wish | null => {
  const quantity = ticker === undefined ? 0 : Math.ceil((held.get(ticker) ?? 0) * part)
  return ticker === undefined || quantity === 0 ? null : { side: 'SELL', ticker, quantity }
}

const oneOf = <T>(of: readonly T[], random: () => number): T | undefined =>
  of[Math.floor(random() * of.length)]

const byRise = ({ stocks }: View): Stock[] => stocks.toSorted((a, b) => b.rise - a.rise)

/** Puts everything into one stock and waits. */
const believer: Rule = (view) =>
  view.held.size > 0 || view.random() > 0.1
    ? null
    : buy(oneOf(view.stocks, view.random), view.cash * 0.98)

/** Buys a bit of everything, one stock after the other. */
const spreader: Rule = (view) => {
  const missing = view.stocks.filter(({ ticker }) => !view.held.has(ticker))
  return view.random() > 0.2 ? null : buy(oneOf(missing, view.random), view.cash / missing.length)
}

/** Keeps half of the cash. */
const careful: Rule = (view) =>
  view.held.size >= 4 || view.random() > 0.05
    ? null
    : buy(oneOf(view.stocks, view.random), view.cash / 6)

/** Changes to what has risen most, or fallen most. */
const changer =
  (pick: (view: View) => Stock | undefined): Rule =>
  (view) => {
    if (view.random() > 0.06) return null
    const [owned] = view.held.keys()
    const wanted = pick(view)
    if (owned === undefined) return buy(wanted, view.cash * 0.9)
    return wanted?.ticker === owned ? null : sell(view, owned)
  }

const follower = changer((view) => byRise(view)[0])
const bargainHunter = changer((view) => byRise(view).at(-1))

/** Buys and sells all the time, and pays for it. */
const trader: Rule = (view) => {
  if (view.random() > 0.2) return null
  const owned = oneOf([...view.held.keys()], view.random)
  return view.random() < 0.5
    ? sell(view, owned, 0.5)
    : buy(oneOf(view.stocks, view.random), view.cash / 3)
}

/** Sells what falls, and buys again when it is calm. */
const worrier: Rule = (view) => {
  const fallen = view.stocks.find(({ ticker, rise }) => rise < -0.03 && view.held.has(ticker))
  if (fallen !== undefined) return sell(view, fallen.ticker)
  return view.random() > 0.04 ? null : buy(oneOf(view.stocks, view.random), view.cash / 2)
}

export const rules: readonly Rule[] = [
  believer,
  spreader,
  careful,
  follower,
  bargainHunter,
  trader,
  worrier,
]
