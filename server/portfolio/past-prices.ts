// Reads the prices of all stocks at the instants of a chart.
import type { Range } from '@tengrand/core/day.ts'
import { pricesAt } from '@tengrand/core/history.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Db } from '../db/handle.ts'
import type { History, Market, PricePoint } from '../market/market.ts'
import type { MarketOf } from '../market/markets.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { readStoredPrices } from '../ledger/stored-prices.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'

export type Refused = Extract<History, { refusal: object }>

export interface PastPrices {
  /** The price of each stock at each instant; null if unknown. */
  readonly prices: ReadonlyMap<Ticker, readonly (Cents | null)[]>
  /** The prices at the opening of the portfolio. */
  readonly opening: ReadonlyMap<Ticker, Cents>
  /** The prices at the end, in shares of today: the current ones, or those at the end of a closed chapter. */
  readonly ends: ReadonlyMap<Ticker, Cents | null>
  /** The prices at the end of a closed chapter, in shares of that time. */
  readonly closing: ReadonlyMap<Ticker, Cents> | null
  /** The stocks of a closed chapter with a split that became known too late. */
  readonly late: ReadonlySet<Ticker>
  /** By stock, the refusal of a source that did not return its prices. */
  readonly refused: ReadonlyMap<Ticker, Refused>
}

interface Wanted {
  readonly range: Range
  /** Ascending; the last one is the end of the chapter, or now. */
  readonly instants: readonly number[]
  /** Only prices of these stocks may be fetched from the source; those of the others must be stored. */
  readonly touched: ReadonlySet<Ticker>
}

/** With more instants, the prices of all stocks take longer than one or two milliseconds. */
const longFrom = 400

export async function readPastPrices(
  { db, marketOf }: { readonly db: Db; readonly marketOf: MarketOf },
  head: PortfolioRow,
  { range, instants, touched }: Wanted,
): Promise<PastPrices> {
  const { market } = await marketOf(head)
  // First, so that these prices belong to the moment of the last instant.
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

/** The stored prices, which are exact to the minute, if the portfolio has some. */
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

/** A missing close is not replaced by the one before it: after the last known close, only `end` is known. */
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
