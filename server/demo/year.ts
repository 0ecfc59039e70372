// The year of one person: every wish becomes an order, and core decides it at the price of that instant.
import {
  afterEntry,
  nothing,
  startingCash,
  type Holding,
  type Position,
  type Trade,
} from '@tengrand/core/ledger.ts'
import { decide, quantityMax, type Order } from '@tengrand/core/order.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { pricesAround } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Chance } from './chance.ts'
import type { Past, TradingDay } from './past.ts'
import type { Style, Wish } from './style.ts'

export interface Person {
  readonly style: Style
  readonly chance: Chance
  /** The number of the day on which the account is made. */
  readonly joins: number
}

export interface Year {
  readonly joinedAt: number
  /** Oldest first. */
  readonly orders: readonly DoneOrder[]
  /** At the latest closes. */
  readonly worth: number
}

interface DoneOrder {
  readonly key: string
  readonly expectedPrice: Cents
  readonly trade: Trade
  readonly after: Holding
}

export async function liveThrough(past: Past, { style, chance, joins }: Person): Promise<Year> {
  const first = past.days[joins]
  if (first === undefined) throw new RangeError('Nobody joins on a day that is not there.')
  const joinedAt = instantIn(first, chance.between(0, 0.6))
  const orders: DoneOrder[] = []
  const positions = new Map<Ticker, Position>()
  let cash = startingCash
  for (const [number, day] of [...past.days.entries()].slice(joins)) {
    const wishes = style({
      daysIn: number - joins,
      cash,
      positions,
      // Not even a style that is written wrongly knows how this day ends.
      close: (ticker, daysAgo) => past.close(ticker, number - Math.max(1, daysAgo)),
    })
    const awake = { ...day, from: Math.max(day.from, joinedAt + 2 * minuteMs) }
    for (const { wish, at } of timed(wishes, awake, chance)) {
      const position = positions.get(wish.ticker) ?? nothing
      const done = await place(past, { wish, at, chance, before: { cash, position } })
      if (done === null) continue
      orders.push(done)
      cash = done.after.cash
      if (done.after.position.quantity === 0) positions.delete(wish.ticker)
      else positions.set(wish.ticker, done.after.position)
    }
  }
  const last = past.days.length - 1
  const shares = [...positions].map(([ticker, { quantity }]) => quantity * past.close(ticker, last))
  return { joinedAt, orders, worth: shares.reduce((sum, amount) => sum + amount, cash) }
}

const minuteMs = 60_000

const instantIn = ({ from, to }: TradingDay, share: number): number =>
  Math.floor(from + share * (to - from))

const timed = (wishes: readonly Wish[], day: TradingDay, chance: Chance) =>
  wishes
    .map((wish) => ({ wish, at: instantIn(day, wish.when ?? chance.between(0, 1)) }))
    .toSorted((a, b) => a.at - b.at)

interface Placed {
  readonly wish: Wish
  readonly at: number
  readonly chance: Chance
  readonly before: Holding
}

/** Null where nothing comes of it: too little money for one share, or nothing to sell. */
async function place(
  { hours, priceAt }: Past,
  { wish, at, chance, before }: Placed,
): Promise<DoneOrder | null> {
  const { type, ticker } = wish
  const price = await priceAt(ticker, at)
  if (price === null) return null
  const quote = { ticker, ...pricesAround(price), at }
  const sidePrice = type === 'BUY' ? quote.ask : quote.bid
  // The page shows prices live, so the expected price is the price.
  const order: Order = {
    side: type,
    ticker,
    quantity: quantityOf(wish, before, sidePrice),
    expectedPrice: price,
  }
  const decided = decide(order, { ...before, quote, hours, at })
  if ('refusal' in decided) return null
  const { trade } = decided
  return {
    key: chance.uuid(),
    expectedPrice: order.expectedPrice,
    trade,
    after: afterEntry(before, trade),
  }
}

function quantityOf(wish: Wish, { cash, position }: Holding, price: Cents): number {
  if (wish.type === 'BUY') {
    return Math.min(quantityMax, Math.floor(Math.min(wish.spend, cash) / price))
  }
  return wish.part === 1 ? position.quantity : Math.floor(position.quantity * wish.part)
}
