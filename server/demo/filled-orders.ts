// Trades of the demo world that were fills of orders: those before which the price was on one side for a while.
import { openStartingCash } from '@tengrand/core/contest.ts'
import { cents, times } from '@tengrand/core/money.ts'

import { placing, stopSell, type Life, type WaitingOrder } from './waiting-order.ts'

const minuteMs = 60_000

/** Of the newest trades. */
export async function filledOrders(life: Life, count: number): Promise<WaitingOrder[]> {
  const found: WaitingOrder[] = []
  for (let place = life.year.orders.length - 1; place >= 0 && found.length < count; place -= 1) {
    const order = await filledBy(life, place)
    if (order !== null) found.push(order)
  }
  return found
}

const waitMinutesMin = 15

/** Null where the price had been there shortly before. It was placed after the trade before, whose means it would else have held. */
async function filledBy({ past, year, chance }: Life, place: number): Promise<WaitingOrder | null> {
  const { trade } = year.orders[place] ?? {}
  if (trade === undefined) return null
  const { type: side, ticker, quantity, price, at } = trade
  const day = past.days.findLast(({ from }) => from <= at)
  const from = Math.max(day?.from ?? at, (year.orders[place - 1]?.trade.at ?? year.openedAt) + 1)
  const reached = await past.priceAt(ticker, at)
  const justBefore = await past.priceAt(ticker, at - minuteMs)
  if (reached === null || justBefore === null) return null
  const wasAbove = justBefore > reached
  if (side === 'BUY' && !wasAbove) return null
  // The nearest that the price came while it was waited for.
  let nearest = justBefore
  let placedAt = at
  for (let then = at - minuteMs; then >= from; then -= minuteMs) {
    const before = await past.priceAt(ticker, then)
    if (before === null || before === reached || before > reached !== wasAbove) break
    nearest = cents(wasAbove ? Math.min(nearest, before) : Math.max(nearest, before))
    placedAt = then
  }
  // Between the two prices, so that it was met by the one and not by the other.
  const distance = Math.floor(Math.abs(nearest - reached) / 2)
  const wished = cents(wasAbove ? price + distance : price - distance)
  const cash = year.orders[place - 1]?.after.cash ?? openStartingCash
  const isShort = at - placedAt < waitMinutesMin * minuteMs
  if (isShort || (side === 'BUY' && times(wished, quantity) > cash)) return null
  const sort = side === 'SELL' && wasAbove ? stopSell : { side, kind: 'limit' as const }
  const placed = placing({ past, chance }, { ...sort, ticker, quantity, price: wished, placedAt })
  return { ...placed, state: 'filled', closedAt: at, filled: { price, at }, fills: place }
}
