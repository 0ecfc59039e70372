// Reads the prices of all stocks at the instants of a chart.
import type { Range } from '@tengrand/core/day.ts'
import { pricesAt } from '@tengrand/core/history.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db/handle.ts'
import type { History, Market, PricePoint } from '../market/market.ts'
import type { MarketOf } from '../market/markets.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { readStoredPrices } from './stored-prices.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'

export type Refused = Extract<History, { refusal: object }>

export interface PastPrices {
  /** Of every stock one for each instant; null where it is not known. */
  readonly prices: ReadonlyMap<Ticker, readonly (Cents | null)[]>
  /** When the portfolio was opened. */
  readonly opening: ReadonlyMap<Ticker, Cents>
  /** At the end, in shares of today: those of now, or those at which the chapter was closed. */
  readonly ends: ReadonlyMap<Ticker, Cents | null>
  /** Of a closed chapter, those at its end for a share as it was counted then. */
  readonly closing: ReadonlyMap<Ticker, Cents> | null
  /** Of a closed chapter, the stocks of which a split became known too late. */
  readonly late: ReadonlySet<Ticker>
  /** Why prices of a stock are not known, where their source did not answer. */
  readonly refused: ReadonlyMap<Ticker, Refused>
}

interface Wanted {
  readonly range: Range
  /** Rising; the last one is the end of the chapter, or now. */
  readonly instants: readonly number[]
  /** For their prices the source is asked where it must be; the others only stand beside them. */
  readonly touched: ReadonlySet<Ticker>
}

/** Of a chart of a year or less, all prices together take a millisecond or two. */
const longFrom = 400

export async function readPastPrices(
  { db, marketOf }: { readonly db: Db; readonly marketOf: MarketOf },
  head: PortfolioRow,
  { range, instants, touched }: Wanted,
): Promise<PastPrices> {
  const { market } = marketOf(head)
  // First of all, so that they are those of the moment that the last instant stands for.
  const closed = await closingPrices(db, head)
  const quoteOf = (ticker: Ticker) => [ticker, market.quote(ticker)?.price ?? null] as const
  const ends: PastPrices['ends'] = closed?.today ?? new Map(tickers.map(quoteOf))
  const [from = 0, until = 0] = [instants[0], instants.at(-1)]
  const ask = (ticker: Ticker): Promise<History> => {
    const policy = touched.has(ticker) ? 'fetch' : 'stored-only'
    return range === '7d'
      ? market.hourly(ticker, from, until, policy)
      : market.daily(ticker, from, policy)
  }
  const prices = new Map<Ticker, (Cents | null)[]>()
  const refused = new Map<Ticker, Refused>()
  const opening = await openingPrices(db, market, head)
  const starts = from === head.openedAt ? opening : await market.pricesAt(tickers, from)
  for (const [ticker, end] of ends) {
    const history = instants.length > 2 ? await ask(ticker) : { points: [] }
    if ('refusal' in history) refused.set(ticker, history)
    const between = 'points' in history ? history.points : []
    const start = starts.get(ticker) ?? null
    prices.set(ticker, pricesOf(instants, between, { start, end }))
    if (instants.length > longFrom) await yieldToEventLoop()
  }
  const { atTheTime: closing = null, late = new Set<Ticker>() } = closed ?? {}
  return { prices, opening, ends, closing, late, refused }
}

/** To the minute where the portfolio stores them. */
async function openingPrices(
  db: Db,
  market: Market,
  head: PortfolioRow,
): Promise<ReadonlyMap<Ticker, Cents>> {
  const known = await market.pricesAt(tickers, head.openedAt)
  if (!head.hasOpeningPrices) return known
  const stored = await readStoredPrices(db, 'opening', { id: head.id, at: head.openedAt })
  return new Map([...known, ...[...stored].map(([ticker, { today }]) => [ticker, today] as const)])
}

async function closingPrices(db: Db, { id, closing }: PortfolioRow) {
  if (closing === null) return null
  const known = await readStoredPrices(db, 'closing', { id, at: closing.at })
  return {
    today: new Map(tickers.map((ticker) => [ticker, known.get(ticker)?.today ?? null])),
    atTheTime: new Map([...known].map(([ticker, { atTheTime }]) => [ticker, atTheTime])),
    late: new Set([...known].filter(([, { isLate }]) => isLate).map(([ticker]) => ticker)),
  }
}

/** A close that is still to come from the source is not the one before it: after the last one nothing is known but now. */
function pricesOf(
  instants: readonly number[],
  between: readonly PricePoint[],
  { start, end }: { readonly start: Cents | null; readonly end: Cents | null },
): (Cents | null)[] {
  const [from = 0, until = 0] = [instants[0], instants.at(-1)]
  const first = start === null ? [] : [{ at: from, price: start }]
  const inside = between.slice(
    between.findLastIndex(({ at }) => at <= from) + 1,
    between.findLastIndex(({ at }) => at < until) + 1,
  )
  const prices = pricesAt([...first, ...inside], instants)
  const lastKnown = inside.at(-1)?.at ?? from
  for (let index = instants.length - 2; (instants[index] ?? from) > lastKnown; index -= 1) {
    prices[index] = null
  }
  prices[instants.length - 1] = end
  return prices
}
