// Reads the input of one luck request, the learner's steps and the closes, or finds that there are too few trades.
import { dayOf, daysBetween, addDays, startOfDay, type Day } from '@tengrand/core/day.ts'
import { histogramOf } from '@tengrand/core/histogram.ts'
import { openFlows, pricesAt } from '@tengrand/core/history.ts'
import type { Entry } from '@tengrand/core/ledger.ts'
import { percentileOf, openReplaySteps, type Luck, type LuckFacts } from '@tengrand/core/luck.ts'
import { fromDollars, roundTo, toDollars, type Cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type { MarketHours } from '@tengrand/core/quote.ts'

import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { ReadDeps } from '../ledger/up-to-date.ts'
import type { Refused } from '../portfolio/past-prices.ts'
import { forEachInChunks, yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { Market, PricePoint } from '../market/market.ts'
import { instantsOf } from '../portfolio/instants.ts'
import { valueAt } from '../portfolio/previous-value.ts'
import { readLedger, type Ledger } from './ledger.ts'
import type { LuckRead } from './luck-queue.ts'

const needed = { purchases: 10, days: 5, span: 14 }

export type LuckAnswer = ReturnType<typeof notReadyOnWire> | ReturnType<typeof luckOnWire>

export async function readForLuck(
  deps: ReadDeps,
  head: PortfolioRow,
  closes: Closes,
): Promise<LuckRead<LuckAnswer | Refused>> {
  const ledger = await readLedger(deps, head.id, head.openedAt)
  const until = closes.instants.at(-1) ?? 0
  const entries = ledger.entries.filter(({ at }) => at <= until)
  const reached = await reachedBy(entries, until)
  const { purchases, days, span } = reached
  const isReady = purchases >= needed.purchases && days >= needed.days && span >= needed.span
  if (!isReady) return { answer: notReadyOnWire(reached) }
  const facts = await luckFactsOf(entries, head, closes)
  if (facts === null) return { answer: { refusal: { code: 'history_unavailable' } } }
  // Before the traders are played, so that the entries use no memory while the request waits in the queue.
  const real = await realValue(ledger, closes, until)
  return { facts, finish: (luck) => luckOnWire(luck, until, real) }
}

type Reached = typeof needed

async function reachedBy(entries: readonly Entry[], until: number): Promise<Reached> {
  let purchases = 0
  const days = new Set<Day>()
  await forEachInChunks(entries, ({ type, at }) => {
    if (type !== 'BUY') return
    purchases += 1
    days.add(dayOf(at))
  })
  const [first] = days
  // A close at midnight belongs to the day before.
  const span = first === undefined ? 0 : daysBetween(first, dayOf(until - 1))
  return { purchases, days: days.size, span }
}

const notReadyOnWire = ({ purchases, days, span }: Reached) => ({
  ready: false as const,
  purchases,
  purchases_needed: needed.purchases,
  days,
  days_needed: needed.days,
  span,
  span_needed: needed.span,
})

/** The actual value of the learner's portfolio at the last close. */
async function realValue(
  { portfolio, entries, splits }: Ledger,
  { points }: Closes,
  until: number,
): Promise<Cents | null> {
  const sums = openFlows([until, Infinity])
  await forEachInChunks(entries, sums.add)
  const priceOf = (place: number): Cents | null => pricesAt(points[place] ?? [], [until])[0] ?? null
  const prices = new Map(tickers.map((ticker, place) => [ticker, priceOf(place)]))
  return valueAt(until, { portfolio, flows: sums.flows(), splits }, prices)
}

function luckOnWire(luck: Luck, until: number, real: Cents | null) {
  const { value, values } = luck
  const at = (part: number): number => dollarsOf(values[Math.ceil(part * values.length) - 1] ?? 0)
  return {
    ready: true as const,
    traders: values.length,
    percentile: roundTo(percentileOf(luck), 4),
    p5: at(0.05),
    median: at(0.5),
    p95: at(0.95),
    value: dollarsOf(value),
    real_value: real === null ? null : toDollars(real),
    until: new Date(until).toISOString(),
    buckets: histogramOf(values, value).map(({ from, to, count }) => ({
      from: toDollars(from),
      to: toDollars(to),
      traders: count,
    })),
  }
}

const dollarsOf = (amount: number): number => toDollars(fromDollars(amount / 100))

/** A portfolio may be opened on a weekend and traded at the last close; no closure is longer than this. */
const daysBefore = 7
const dayMs = 86_400_000

/** By the calendar, whether its prices are known or not. */
export function lastCloseBefore(until: number, hours: MarketHours): number | undefined {
  const from = startOfDay(addDays(dayOf(until), -daysBefore))
  return instantsOf('all', hours, from, until).at(-2)
}

interface Closes {
  /** Ascending; the last one is the latest close that is known for all stocks. */
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
    // Reads only stored prices: no request goes to a provider.
    const history = await market.daily(ticker, from, 'stored-only')
    if ('refusal' in history) return history
    points.push(history.points)
    await yieldToEventLoop()
  }
  // While a stock's latest close is missing, the close before it must not take its place.
  const last = Math.min(...points.map((list) => list.at(-1)?.at ?? 0))
  const latest = Math.max(...points.map((list) => list.at(-1)?.at ?? 0))
  // A stock without any closes, or whose closes ended, would otherwise block the answer permanently.
  if (latest - last > daysBefore * dayMs) return { refusal: { code: 'history_unavailable' } }
  const instants = instantsOf('all', market.hours, from, until)
    .slice(1, -1)
    .filter((at) => at <= last)
  // A close at midnight belongs to the day before.
  return { instants, days: instants.map((at) => dayOf(at - 1)), points }
}

/** Null if a needed close has no price. */
async function luckFactsOf(
  entries: readonly Entry[],
  head: PortfolioRow,
  { instants, days, points }: Closes,
): Promise<LuckFacts | null> {
  const builder = openReplaySteps(head.startingCash)
  let close = 0
  let first = Infinity
  await forEachInChunks(entries, (entry) => {
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
  return { startingCash: head.startingCash, steps: builder.steps(), prices, seed: head.id }
}
