// What random traders need to do what a learner did: its steps up to the last close, and the closes of all stocks.
import { addDays, dayOf, startOfDay, type Day } from '@tengrand/core/day.ts'
import { pricesAt } from '@tengrand/core/history.ts'
import type { Entry } from '@tengrand/core/ledger.ts'
import { openCourse, type LuckFacts } from '@tengrand/core/luck.ts'
import type { MarketHours } from '@tengrand/core/quote.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Market, PricePoint } from '../market/market.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { instantsOf } from '../portfolio/instants.ts'
import type { Refused } from '../portfolio/past-prices.ts'
import { inTurn, yieldToEventLoop } from '../yield-to-event-loop.ts'

/** A portfolio may be opened on a weekend, and traded at the prices of the last close: no rest lasts longer. */
const daysBefore = 7
const dayMs = 86_400_000

/** Of the calendar, whether its prices are known or not. */
export function lastCloseBefore(until: number, hours: MarketHours): number | undefined {
  const from = startOfDay(addDays(dayOf(until), -daysBefore))
  return instantsOf('all', { from, now: until, hours }).at(-2)
}

export interface Closes {
  /** Rising; the last one is the last close that is known of all stocks. */
  readonly instants: readonly number[]
  readonly days: readonly Day[]
  readonly points: readonly (readonly PricePoint[])[]
}

export async function readCloses(
  market: Market,
  head: PortfolioRow,
  until: number,
): Promise<Closes | Refused> {
  const from = startOfDay(addDays(dayOf(head.openedAt), -daysBefore))
  const points: (readonly PricePoint[])[] = []
  for (const ticker of tickers) {
    // Of sixteen stocks, none of which somebody has to wait for.
    const history = await market.daily(ticker, from, 'as stored')
    if ('refusal' in history) return history
    points.push(history.points)
    await yieldToEventLoop()
  }
  // One that is still to come from the source is not the one before it.
  const last = Math.min(...points.map((list) => list.at(-1)?.at ?? 0))
  const latest = Math.max(...points.map((list) => list.at(-1)?.at ?? 0))
  // A stock whose closes have ended, or never begun, would hold up everything for good.
  if (latest - last > daysBefore * dayMs) return { refusal: { code: 'history_unavailable' } }
  const instants = instantsOf('all', { from, now: until, hours: market.hours })
    .slice(1, -1)
    .filter((at) => at <= last)
  // A close at midnight is of the day before.
  return { instants, days: instants.map((at) => dayOf(at - 1)), points }
}

/** Null where a price of a close that matters is not known. */
export async function luckFactsOf(
  entries: readonly Entry[],
  head: PortfolioRow,
  { instants, days, points }: Closes,
): Promise<LuckFacts | null> {
  const builder = openCourse(head.startingCash)
  let close = 0
  let first = Infinity
  await inTurn(entries, (entry) => {
    const day = dayOf(entry.at)
    while ((days[close + 1] ?? '9') <= day) close += 1
    if (entry.type !== 'SPLIT') first = Math.min(first, close)
    builder.add(entry, close)
  })
  const prices = new Float64Array(instants.length * tickers.length)
  for (const [place, list] of points.entries()) {
    await yieldToEventLoop()
    for (const [index, price] of pricesAt(list, instants).entries()) {
      if (price === null && index >= first) return null
      prices[index * tickers.length + place] = price ?? 0
    }
  }
  return { startingCash: head.startingCash, course: builder.course(), prices, seed: head.id }
}
