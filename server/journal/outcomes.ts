// Scores forecasts by the closes of all stocks, which are read for each request: nothing is stored but the forecast.
import { dayOf, startOfDay, type Day } from '@tengrand/core/day.ts'
import { scoreOf, termOf, type Outcome, type Term } from '@tengrand/core/journal.ts'
import { roundTo, type Cents } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { ReadState } from '../ledger/up-to-date.ts'
import type { Market } from '../market/market.ts'
import type { MarketOf } from '../market/markets.ts'
import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { JournalEntry } from './store.ts'

export type JournalHead = Pick<PortfolioRow, 'id' | 'contestId' | 'closing' | 'openedAt'> &
  Pick<ReadState, 'openUntil'>

interface Result {
  readonly dueAt: number
  /** Null before it is due, and while a close is unknown. */
  readonly outcome: Outcome | null
  readonly returns: Returns | null
}

interface Returns {
  readonly stock: number
  readonly market: number
}

export type ResultOf = (forecast: Pick<JournalEntry, 'ticker' | 'side' | 'at'>) => Result

/** `since` is the earliest fill of the forecasts. */
export async function openScoring(
  { marketOf }: { readonly marketOf: MarketOf },
  head: JournalHead,
  since: number,
): Promise<ResultOf> {
  const { market, now } = await marketOf(head)
  const endsAt = head.closing?.at ?? head.openUntil
  const at = now()
  const closes = await readCloses(market, since)
  // Finding closes takes longest. Trades are made within sessions, so those of a day have the same ones.
  const terms = new Map<Day, Term>()
  return ({ ticker, side, at: filledAt }) => {
    const day = dayOf(filledAt)
    const term = terms.get(day) ?? termOf(filledAt, market.hours, endsAt)
    terms.set(day, term)
    const { from, to, dueAt, lapses } = term
    if (at < dueAt) return { dueAt, outcome: null, returns: null }
    if (lapses) return { dueAt, outcome: 'lapsed', returns: null }
    const returns = returnsBetween(closes, ticker, from, to)
    return { dueAt, outcome: returns && scoreOf(side, returns.stock, returns.market), returns }
  }
}

type Closes = ReadonlyMap<Ticker, ReadonlyMap<Day, Cents>>

async function readCloses(market: Market, since: number): Promise<Closes> {
  const closes = new Map<Ticker, Map<Day, Cents>>()
  for (const ticker of tickers) {
    // Reads only stored prices: no request goes to a provider.
    const history = await market.daily(ticker, startOfDay(dayOf(since)), 'stored-only')
    const points = 'points' in history ? history.points : []
    // A close at midnight belongs to the day before.
    closes.set(ticker, new Map(points.map(({ at, price }) => [dayOf(at - 1), price])))
    await yieldToEventLoop()
  }
  return closes
}

/** In percent; null while a close of any stock is unknown. The market is all stocks in equal parts. */
function returnsBetween(closes: Closes, ticker: Ticker, from: Day, to: Day): Returns | null {
  const growthOf = (one: Ticker): number => {
    const prices = closes.get(one)
    return (prices?.get(to) ?? NaN) / (prices?.get(from) ?? NaN)
  }
  const market = tickers.reduce((sum, one) => sum + growthOf(one), 0) / tickers.length
  if (Number.isNaN(market)) return null
  const percentOf = (growth: number): number => roundTo((growth - 1) * 100, 9)
  return { stock: percentOf(growthOf(ticker)), market: percentOf(market) }
}
