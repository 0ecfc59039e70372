// Net worth over a range: the portfolio's own changes and the prices of that time, put together by core.
import { rangeStart, type Range } from '@tengrand/core/day.ts'
import { netWorthOf, pricesAt, type ValuePoint } from '@tengrand/core/history.ts'
import type { Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db/handle.ts'
import type { History, Market, PricePoint } from '../market/market.ts'
import type { SplitLog } from '../trading/splits.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { readClosingPrices } from './closing.ts'
import type { PortfolioHead } from './find.ts'
import { instantsOf } from './instants.ts'
import { readChanges } from './store.ts'

export interface HistoryDeps {
  readonly db: Db
  readonly market: Market
  readonly now: () => number
  readonly log: SplitLog
}

export type NetWorth =
  | { readonly from: number; readonly now: number; readonly points: readonly ValuePoint[] }
  | { readonly refusal: { readonly code: 'no_price'; readonly ticker: string } }
  | Extract<History, { refusal: object }>

/** Of a closed chapter the ranges count back from its end, and it ends at what it was worth then. */
export async function netWorthHistory(
  { db, market, now, log }: HistoryDeps,
  head: PortfolioHead,
  range: Range,
): Promise<NetWorth> {
  const { closing } = head
  const until = closing?.at ?? now()
  const from = rangeStart(range, until, head.openedAt)
  const instants = instantsOf(range, { from, now: until, hours: market.hours })
  const { portfolio, flows, splits } = await readChanges({ db, log }, head, instants)
  await yieldToEventLoop()
  const touched = new Set([...portfolio.positions.keys(), ...flows.map(({ ticker }) => ticker)])
  const quotes = await endPrices({ db, market }, head, touched)
  const missing = [...portfolio.positions.keys()].find((ticker) => quotes.get(ticker) === null)
  if (missing !== undefined && closing === null) {
    return { refusal: { code: 'no_price', ticker: missing } }
  }
  const { prices, refused } = await readPrices(market, { range, instants, quotes })
  const quantities = new Map(
    [...portfolio.positions].map(([ticker, { quantity }]) => [ticker, quantity]),
  )
  // Long lists take their time, and others want to be served meanwhile.
  await yieldToEventLoop()
  const points = netWorthOf({ cash: portfolio.cash, quantities, flows, instants, prices, splits })
  await yieldToEventLoop()
  // A gap where the source does not answer is not one where there was no price: the page keeps what it shows.
  if (points.length < instants.length && refused !== null) return refused
  const start = instants[0] ?? until
  if (closing === null) return { from: start, now: until, points }
  const before = points.filter(({ at }) => at < until)
  return { from: start, now: until, points: [...before, { at: until, value: closing.value }] }
}

/** At the end of the history: those of now, or those at which the chapter was closed. */
async function endPrices(
  { db, market }: Pick<HistoryDeps, 'db' | 'market'>,
  { id, closing }: PortfolioHead,
  wanted: ReadonlySet<Ticker>,
): Promise<ReadonlyMap<Ticker, Cents | null>> {
  const closed = closing && (await readClosingPrices(db, { id, closedAt: closing.at }))
  const priceOf = (ticker: Ticker): Cents | null =>
    closed === null ? (market.quote(ticker)?.price ?? null) : (closed.get(ticker) ?? null)
  return new Map([...wanted].map((ticker) => [ticker, priceOf(ticker)]))
}

/** Of a chart of a year or less, all prices together take a millisecond or two. */
const longFrom = 400

interface Wanted {
  readonly range: Range
  readonly instants: readonly number[]
  /** Of every stock that matters here, the same price for all who ask during one answer. */
  readonly quotes: ReadonlyMap<Ticker, Cents | null>
}

async function readPrices(market: Market, { range, instants, quotes }: Wanted) {
  const [from = 0, until = 0] = [instants[0], instants.at(-1)]
  const ask = (ticker: Ticker): Promise<History> =>
    range === '7d' ? market.hourly(ticker, from, until) : market.daily(ticker, from)
  const prices = new Map<Ticker, (Cents | null)[]>()
  let refused: Extract<History, { refusal: object }> | null = null
  const starts =
    quotes.size > 0 ? await market.pricesAt([...quotes.keys()], from) : new Map<never, never>()
  for (const [ticker, end] of quotes) {
    const history = instants.length > 2 ? await ask(ticker) : { points: [] }
    if ('refusal' in history) refused = history
    const between = 'points' in history ? history.points : []
    const start = starts.get(ticker) ?? null
    prices.set(ticker, pricesOf({ start, between, end }, { from, until, instants }))
    if (instants.length > longFrom) await yieldToEventLoop()
  }
  return { prices, refused }
}

interface Known {
  readonly start: Cents | null
  readonly between: readonly PricePoint[]
  readonly end: Cents | null
}

/** A close that is still to come from the source is not the one before it: after the last one nothing is known but now. */
function pricesOf(
  { start, between, end }: Known,
  { from, until, instants }: { from: number; until: number; instants: readonly number[] },
): (Cents | null)[] {
  const first = start === null ? [] : [{ at: from, price: start }]
  const kept = between.slice(
    between.findLastIndex(({ at }) => at <= from) + 1,
    between.findLastIndex(({ at }) => at < until) + 1,
  )
  const prices = pricesAt([...first, ...kept], instants)
  const lastKnown = kept.at(-1)?.at ?? from
  for (let index = instants.length - 2; (instants[index] ?? from) > lastKnown; index -= 1) {
    prices[index] = null
  }
  prices[instants.length - 1] = end
  return prices
}
