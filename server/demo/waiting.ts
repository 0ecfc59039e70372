// Generates the conditional orders of a person in the demo world: filled, cancelled, expired and open ones.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { minuteMs } from '@tengrand/core/day.ts'
import { nothing, type Position } from '@tengrand/core/ledger.ts'
import { cents, times } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { expiryOf, type OrderLasts } from '@tengrand/core/waiting-order.ts'

import { instantIn, type Past, type TradingDay } from './past.ts'
import {
  limitBuy,
  limitSell,
  placing,
  stopSell,
  type Life,
  type OrderType,
  type WaitingOrder,
} from './waiting-order.ts'
import type { Year } from './year.ts'

export interface HowMany {
  readonly filled: number
  /** The number of cancelled orders, and of expired ones. */
  readonly ended: number
  readonly open: readonly OrderType[]
}

/** In the order of placement. A chapter without enough room gets fewer orders. */
export async function waitingOrdersOf(life: Life, count: HowMany): Promise<WaitingOrder[]> {
  const filled = await filledOrders(life, count.filled)
  const ended = await endedOrders(life, filled, count.ended)
  const open = await openOrders(life, count.open)
  return [...filled, ...ended, ...open].toSorted((a, b) => a.placedAt - b.placedAt)
}

/** Turns the newest suitable trades into fills of orders. */
async function filledOrders(life: Life, count: number): Promise<WaitingOrder[]> {
  const found: WaitingOrder[] = []
  for (let index = life.year.orders.length - 1; index >= 0 && found.length < count; index -= 1) {
    const order = await filledBy(life, index)
    if (order !== null) found.push(order)
  }
  return found
}

const waitMinutesMin = 15

/**
 * The conditional order that this trade could be the fill of; null if the price had been reached shortly before. It is
 * placed after the previous trade, because it would have reserved that trade's cash or shares.
 */
async function filledBy({ past, year, chance }: Life, index: number): Promise<WaitingOrder | null> {
  const { trade } = year.orders[index] ?? {}
  if (trade === undefined) return null
  const { type: side, ticker, quantity, price, at } = trade
  const day = past.days.findLast(({ from }) => from <= at)
  const from = Math.max(day?.from ?? at, (year.orders[index - 1]?.trade.at ?? year.openedAt) + 1)
  const reached = await past.priceAt(ticker, at)
  const justBefore = await past.priceAt(ticker, at - minuteMs)
  if (reached === null || justBefore === null) return null
  const wasAbove = justBefore > reached
  if (side === 'BUY' && !wasAbove) return null
  // The price closest to the limit while the order was open.
  let nearest = justBefore
  let placedAt = at
  for (let then = at - minuteMs; then >= from; then -= minuteMs) {
    const before = await past.priceAt(ticker, then)
    if (before === null || before === reached || before > reached !== wasAbove) break
    nearest = cents(wasAbove ? Math.min(nearest, before) : Math.max(nearest, before))
    placedAt = then
  }
  // Between the two prices, so that only the price of the fill meets the order.
  const distance = Math.floor(Math.abs(nearest - reached) / 2)
  const wished = cents(wasAbove ? price + distance : price - distance)
  const cash = year.orders[index - 1]?.after.cash ?? openStartingCash
  const isShort = at - placedAt < waitMinutesMin * minuteMs
  if (isShort || (side === 'BUY' && times(wished, quantity) > cash)) return null
  const sort = side === 'SELL' && wasAbove ? stopSell : { side, kind: 'limit' as const }
  const placed = placing({ past, chance }, { ...sort, ticker, quantity, price: wished, placedAt })
  return { ...placed, state: 'filled', closedAt: at, filled: { price, at }, fills: index }
}

/** Each on a different day without a trade, so that its cash or shares were available. */
async function endedOrders(
  life: Life,
  filled: readonly WaitingOrder[],
  count: number,
): Promise<WaitingOrder[]> {
  const { past, chance } = life
  const days = chance.someOf(quietDays(life, filled).slice(-latestDays), 2 * count)
  const found: WaitingOrder[] = []
  for (const [index, { day, number, after }] of days.entries()) {
    const lasts = index % 2 === 0 ? 'day' : 'gtc'
    const placedAt = instantIn(day, chance.between(0.05, 0.4))
    const cancelledAt = instantIn(day, chance.between(0.6, 0.95))
    const until = lasts === 'day' ? expiryOf(lasts, placedAt, past.hours) : cancelledAt
    const sort = chance.oneOf([limitBuy, limitBuy, limitSell, stopSell])
    const distance = chance.between(0.01, 0.03)
    const span: Span = { from: placedAt, until, number, distance, lasts, after }
    const placed = await unmet(life, sort, span)
    if (placed === null) continue
    found.push(
      lasts === 'day'
        ? { ...placed, state: 'expired', closedAt: placed.expiresAt }
        : { ...placed, state: 'cancelled', reason: 'learner', closedAt: cancelledAt },
    )
  }
  return found
}

const latestDays = 30

interface QuietDay {
  readonly day: TradingDay
  readonly number: number
  /** The index of the last trade before it. */
  readonly after: number
}

/** Days between two trades on which no filled order was open. */
function quietDays({ past, year }: Life, filled: readonly WaitingOrder[]): QuietDay[] {
  const heldFrom = new Map(filled.map(({ fills, placedAt }) => [fills, placedAt]))
  return [...past.days.entries()].flatMap(([number, day]) => {
    const after = year.orders.findLastIndex(({ trade }) => trade.at < day.from)
    const next = year.orders[after + 1]
    if (after === -1 || next === undefined) return []
    const end = heldFrom.get(after + 1) ?? next.trade.at
    return expiryOf('day', day.from, past.hours) < end ? [{ day, number, after }] : []
  })
}

const openDays = 4

/** Placed in the days after the last trade, each for another stock. */
async function openOrders(life: Life, sorts: readonly OrderType[]): Promise<WaitingOrder[]> {
  const { past, year, chance } = life
  const last = year.orders.at(-1)
  const number = past.days.length - 1
  const until = past.days[number]?.to ?? 0
  if (last === undefined) return []
  const days = past.days.slice(-openDays).filter(({ from }) => from > last.trade.at)
  const found: WaitingOrder[] = []
  for (const sort of sorts) {
    const from =
      days.length === 0
        ? last.trade.at + Math.floor(chance.between(1, 50) * minuteMs)
        : instantIn(chance.oneOf(days), chance.between(0, 0.9))
    const distance = chance.between(0.05, 0.09)
    const after = year.orders.length - 1
    const taken = found.map(({ ticker }) => ticker)
    const span: Span = { from, until, number, distance, lasts: 'gtc', after, taken }
    const placed = await unmet(life, sort, span)
    if (placed !== null) found.push(placed)
  }
  return found
}

interface Span {
  readonly from: number
  readonly until: number
  /** The index of the day; the close before it is known. */
  readonly number: number
  /** The least distance to every price of the span: 0.1 for a tenth. */
  readonly distance: number
  readonly lasts: OrderLasts
  /** The index of the trade after which it was placed. */
  readonly after: number
  readonly taken?: readonly Ticker[]
}

/** An order that no price of the span reaches; null if the cash or shares of that time do not suffice. */
async function unmet(life: Life, sort: OrderType, span: Span): Promise<WaitingOrder | null> {
  const { past, year, chance } = life
  const { taken = [], from, until, number, distance, lasts } = span
  const positions = positionsAfter(year, span.after)
  const spend = (year.orders[span.after]?.after.cash ?? openStartingCash) * partOfCash
  const canWait = (ticker: Ticker): boolean =>
    sort.side === 'SELL' ? positions.has(ticker) : past.close(ticker, number - 1) <= spend
  const choice = tickers.filter((ticker) => !taken.includes(ticker) && canWait(ticker))
  if (choice.length === 0) return null
  const ticker = chance.oneOf(choice)
  const { low, high } = await rangeOf(past, ticker, { from, until })
  const isAbove = sort.side === 'SELL' && sort.kind === 'limit'
  const price = isAbove ? Math.ceil(high * (1 + distance)) : Math.floor(low * (1 - distance))
  const { quantity: held } = positions.get(ticker) ?? nothing
  const quantity = sort.side === 'SELL' ? held : Math.floor(spend / price)
  if (quantity < 1 || price < 1) return null
  const wish = { ...sort, ticker, quantity, price: cents(price), placedAt: from, lasts }
  return placing({ past, chance }, wish)
}

const partOfCash = 0.5

function positionsAfter({ orders }: Year, index: number): ReadonlyMap<Ticker, Position> {
  const all = new Map(
    orders.slice(0, index + 1).map(({ trade, after }) => [trade.ticker, after.position]),
  )
  return new Map([...all].filter(([, { quantity }]) => quantity > 0))
}

const lookEveryMs = 30 * minuteMs

async function rangeOf(
  past: Past,
  ticker: Ticker,
  { from, until }: Pick<Span, 'from' | 'until'>,
): Promise<{ readonly low: number; readonly high: number }> {
  const seen: number[] = []
  for (let at = from; at < until + lookEveryMs; at += lookEveryMs) {
    const price = await past.priceAt(ticker, Math.min(at, Math.max(from, until)))
    if (price !== null) seen.push(price)
  }
  return { low: Math.min(...seen), high: Math.max(...seen) }
}
