// The provider Yahoo: an unofficial chart API without keys, for personal use, which Yahoo may withdraw at any time.
import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { createFetch, type FetchJson } from './fetch.ts'
import { createHistory, type Candle, type List } from './history.ts'
import type { Failure, Fetched, Price, Provider, ProviderContext } from './provider.ts'
import { splitOf } from './splits.ts'
import { epochSeconds, gather, price, priceOf, rate } from './wire.ts'

export interface YahooOptions extends ProviderContext {
  /**
   * Undocumented: Yahoo answers clients that identify themselves as programs, send no user agent, or use some browsers'
   * with 429 from the first request. The list changes without notice, so the user agent is a setting.
   */
  readonly userAgent: string
}

const barSettlesMs = 15 * 60_000

export function yahoo({ userAgent, ...context }: YahooOptions): Provider {
  const { now } = context
  const headers = { 'User-Agent': userAgent }
  const fetchJson = createFetch({ name: 'yahoo', headers, explain }, context)
  return {
    name: 'yahoo',
    liveEverySeconds: 300,
    stocksPerCall: 1,
    sameStockEveryMs: 5_000,
    barSettlesMs,
    latest: async (tickers) => {
      const fetched: Fetched<Price | null>[] = []
      for (const ticker of tickers) fetched.push(await fetchLatest(fetchJson, ticker, context))
      return gather(fetched)
    },
    history: createHistory(listing(fetchJson, now), { now, barSettlesMs }),
  }
}

const chart = z
  .object({
    meta: z.object({
      symbol: z.string(),
      dataGranularity: z.nullish(z.string()),
      regularMarketPrice: z.nullish(price),
      regularMarketTime: z.nullish(epochSeconds),
    }),
    timestamp: z.nullish(z.array(epochSeconds)),
    indicators: z.object({
      quote: z.array(z.object({ close: z.nullish(z.array(z.nullable(price))) })),
    }),
    events: z.nullish(
      z.object({
        splits: z.nullish(
          z.record(
            z.string(),
            z.object({ date: epochSeconds, numerator: rate, denominator: rate }),
          ),
        ),
      }),
    ),
  })
  .check(
    z.refine(
      ({ timestamp, indicators }) =>
        (timestamp?.length ?? 0) === (indicators.quote[0]?.close?.length ?? 0),
    ),
  )
type Chart = z.infer<typeof chart>

async function fetchChart(
  fetchJson: FetchJson,
  ticker: Ticker,
  query: { interval: string; [name: string]: string },
  retries?: 'none',
): Promise<Fetched<Chart>> {
  // Rejects a chart of another stock or interval, because its prices would be wrong.
  const isWanted = ({ meta }: Chart) =>
    meta.symbol === ticker && (meta.dataGranularity ?? query.interval) === query.interval
  const answer = z.object({
    chart: z.object({ result: z.tuple([chart.check(z.refine(isWanted))]) }),
  })
  const fetched = await fetchJson(`/v8/finance/chart/${ticker}`, query, answer, retries)
  return fetched.ok ? { ok: true, value: fetched.value.chart.result[0] } : fetched
}

async function fetchLatest(
  fetchJson: FetchJson,
  ticker: Ticker,
  context: ProviderContext,
): Promise<Fetched<Price | null>> {
  const fetched = await fetchChart(fetchJson, ticker, { interval: '1d', range: '1d' }, 'none')
  if (!fetched.ok) return fetched
  const { regularMarketPrice: cents, regularMarketTime: at } = fetched.value.meta
  return cents && at ? priceOf({ ticker, cents, at }, context) : { ok: true, value: null }
}

// Yahoo may answer a request for hours with half hours, so the next shorter interval is used.
const intervals = { day: '1d', hour: '15m' }
// Yahoo has quarter hours of the last 60 days and refuses a whole request that starts earlier.
const quarterDaysMax = 58

function listing(fetchJson: FetchJson, now: () => number): List {
  return async (ticker, first, step) => {
    const today = dayOf(now())
    const earliest = step === 'day' ? first : addDays(today, -quarterDaysMax)
    const fetched = await fetchChart(fetchJson, ticker, {
      interval: intervals[step],
      period1: String(startOfDay(first < earliest ? earliest : first) / 1000),
      period2: String(startOfDay(addDays(today, 1)) / 1000),
      events: 'split',
    })
    if (!fetched.ok) return fetched
    const splits = Object.values(fetched.value.events?.splits ?? {}).map(
      ({ date, numerator, denominator }) => splitOf(ticker, dayOf(date), numerator, denominator),
    )
    return { ok: true, value: { candles: candlesOf(fetched.value), splits } }
  }
}

function candlesOf({ timestamp, indicators }: Chart): Candle[] {
  const closes = indicators.quote[0]?.close ?? []
  return (timestamp ?? []).flatMap((start, index) => {
    const cents = closes[index]
    return cents ? [{ start, cents }] : []
  })
}

function explain(status: number, text: string): Failure | null {
  // Yahoo has no keys, so this is never `not_permitted`.
  if (status === 401 || status === 403) {
    return { kind: 'unavailable', reason: `answered ${status}: Yahoo turns this program away` }
  }
  if (status !== 404 || !text.includes('"chart"')) return null
  return { kind: 'unknown_ticker', reason: 'answered 404: no such chart' }
}
