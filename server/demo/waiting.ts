// The orders that somebody of the demo world has let wait: some of the trades were fills, others were given up or are open.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { nothing, type Position } from '@tengrand/core/ledger.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { expiryOf, type OrderLasts } from '@tengrand/core/waiting-order.ts'

import { filledOrders } from './filled-orders.ts'
import { instantIn, type Past, type TradingDay } from './past.ts'
import {
  limitBuy,
  limitSell,
  placing,
  stopSell,
  type Life,
  type Sort,
  type WaitingOrder,
} from './waiting-order.ts'
import type { Year } from './year.ts'

export interface HowMany {
  readonly filled: number
  /** So many are cancelled, and so many expire. */
  readonly ended: number
  readonly open: readonly Sort[]
}

/** In the order in which they were placed. There may be fewer where a chapter has no room for them. */
export async function waitingOrdersOf(life: Life, count: HowMany): Promise<WaitingOrder[]> {
  const filled = await filledOrders(life, count.filled)
  const ended = await endedOrders(life, filled, count.ended)
  const open = await openOrders(life, count.open)
  return [...filled, ...ended, ...open].toSorted((a, b) => a.placedAt - b.placedAt)
}

const minuteMs = 60_000

/** Each on a day of its own without a trade, so that what it held was free. */
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
    const givenUpAt = instantIn(day, chance.between(0.6, 0.95))
    const until = lasts === 'day' ? expiryOf(lasts, placedAt, past.hours) : givenUpAt
    const sort = chance.oneOf([limitBuy, limitBuy, limitSell, stopSell])
    const distance = chance.between(0.01, 0.03)
    const span: Span = { from: placedAt, until, number, distance, lasts, after }
    const placed = await unmet(life, sort, span)
    if (placed === null) continue
    found.push(
      lasts === 'day'
        ? { ...placed, state: 'expired', closedAt: placed.expiresAt }
        : { ...placed, state: 'cancelled', reason: 'learner', closedAt: givenUpAt },
    )
  }
  return found
}

const latestDays = 30

interface QuietDay {
  readonly day: TradingDay
  readonly number: number
  /** The place of the last trade before it. */
  readonly after: number
}

/** Days between two trades, from one to the end of another, on which nothing was held by an order that was filled. */
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

/** In the days after the last trade. Each is for other stocks than the others, so that they do not stand in each other's way. */
async function openOrders(life: Life, sorts: readonly Sort[]): Promise<WaitingOrder[]> {
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
  /** The day whose close before it was known. */
  readonly number: number
  /** How far from every price of the span, at least: 0.1 for a tenth. */
  readonly distance: number
  readonly lasts: OrderLasts
  /** The place of the trade after which it was placed. */
  readonly after: number
  readonly taken?: readonly Ticker[]
}

/** One that no price of the span has met, within the means of its time; null where these are too small. */
async function unmet(life: Life, sort: Sort, span: Span): Promise<WaitingOrder | null> {
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

/** Nobody puts aside all that they have. */
const partOfCash = 0.5

function positionsAfter({ orders }: Year, place: number): ReadonlyMap<Ticker, Position> {
  const all = new Map(
    orders.slice(0, place + 1).map(({ trade, after }) => [trade.ticker, after.position]),
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
