// Simulates the trades of one person: every intent becomes an order, which core decides at the price of that instant.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { minuteMs } from '@tengrand/core/day.ts'
import {
  afterEntry,
  nothing,
  type Holding,
  type Position,
  type Trade,
} from '@tengrand/core/ledger.ts'
import { decide, quantityMax, type Order } from '@tengrand/core/order.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { pricesAround } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { valuationOf } from '@tengrand/core/valuation.ts'

import type { Chance } from './chance.ts'
import { instantIn, type Past, type TradingDay } from './past.ts'
import type { Style, Intent } from './style.ts'

export interface Person {
  readonly style: Style
  readonly chance: Chance
  /** The index of the day on which the chapter begins. */
  readonly joins: number
  /** The close of the previous chapter, if any. */
  readonly opensAt?: number
  /** The index of the day at whose end the chapter is closed; missing for an open one. */
  readonly closes?: number
}

/** One chapter of a person. */
export interface Year {
  readonly openedAt: number
  /** Oldest first. */
  readonly orders: readonly DoneOrder[]
  readonly cash: Cents
  readonly positions: ReadonlyMap<Ticker, Position>
  /** At the closes of the last day. */
  readonly worth: number
}

interface DoneOrder {
  readonly key: string
  readonly expectedPrice: Cents
  readonly trade: Trade
  readonly after: Holding
}

export async function liveThrough(past: Past, person: Person): Promise<Year> {
  const { style, chance, joins, closes = past.days.length - 1 } = person
  const first = past.days[joins]
  if (first === undefined) throw new RangeError('The first day is not a trading day of the world.')
  const openedAt = person.opensAt ?? instantIn(first, chance.between(0, 0.6))
  const orders: DoneOrder[] = []
  const positions = new Map<Ticker, Position>()
  let cash = openStartingCash
  for (const [number, day] of [...past.days.entries()].slice(joins, closes + 1)) {
    const intents = style({
      daysIn: number - joins,
      cash,
      positions,
      // Never the close of this day or later, whatever a style requests.
      close: (ticker, daysAgo) => past.close(ticker, number - Math.max(1, daysAgo)),
    })
    const awake = { ...day, from: Math.max(day.from, openedAt + 2 * minuteMs) }
    for (const { intent, at } of timed(intents, awake, chance)) {
      const position = positions.get(intent.ticker) ?? nothing
      const done = await place(past, { intent, at, chance, before: { cash, position } })
      if (done === null) continue
      orders.push(done)
      cash = done.after.cash
      if (done.after.position.quantity === 0) positions.delete(intent.ticker)
      else positions.set(intent.ticker, done.after.position)
    }
  }
  const shares = [...positions].map(
    ([ticker, { quantity }]) => quantity * past.close(ticker, closes),
  )
  const worth = shares.reduce((sum, amount) => sum + amount, cash)
  return { openedAt, orders, cash, positions, worth }
}

export interface ClosedYear extends Year {
  readonly closing: {
    readonly at: number
    readonly key: string
    readonly prices: ReadonlyMap<Ticker, Cents>
    readonly value: Cents
  }
}

/** A first chapter that ends at the end of a day, and the next one. */
export async function startOverOn(
  past: Past,
  { closes, ...person }: Person & { readonly closes: number },
): Promise<{ readonly earlier: ClosedYear; readonly year: Year }> {
  const first = await liveThrough(past, { ...person, closes })
  const at = past.days[closes]?.to ?? 0
  const prices = new Map<Ticker, Cents>()
  for (const ticker of tickers) {
    const price = await past.priceAt(ticker, at)
    if (price !== null) prices.set(ticker, price)
  }
  const valued = valuationOf(first, (ticker) => prices.get(ticker) ?? null)
  if ('missing' in valued) throw new Error('A stock that is held has no price.')
  const closing = { at, key: person.chance.uuid(), prices, value: valued.total }
  const year = await liveThrough(past, { ...person, joins: closes + 1, opensAt: at })
  return { earlier: { ...first, closing }, year }
}

const timed = (intents: readonly Intent[], day: TradingDay, chance: Chance) =>
  intents
    .map((intent) => ({ intent, at: instantIn(day, intent.when ?? chance.between(0, 1)) }))
    .toSorted((a, b) => a.at - b.at)

interface Placed {
  readonly intent: Intent
  readonly at: number
  readonly chance: Chance
  readonly before: Holding
}

/** Null if the order is refused: too little cash for one share, or nothing to sell. */
async function place(
  { hours, priceAt }: Past,
  { intent, at, chance, before }: Placed,
): Promise<DoneOrder | null> {
  const { type, ticker } = intent
  const price = await priceAt(ticker, at)
  if (price === null) return null
  const quote = { ticker, ...pricesAround(price), at }
  const sidePrice = type === 'BUY' ? quote.ask : quote.bid
  // Pages show prices live, so the expected price is the current one.
  const order: Order = {
    side: type,
    ticker,
    quantity: quantityOf(intent, before, sidePrice),
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

function quantityOf(intent: Intent, { cash, position }: Holding, price: Cents): number {
  if (intent.type === 'BUY') {
    return Math.min(quantityMax, Math.floor(Math.min(intent.spend, cash) / price))
  }
  return intent.part === 1 ? position.quantity : Math.floor(position.quantity * intent.part)
}
