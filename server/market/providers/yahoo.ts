// Yahoo's charts: unofficial, without keys, for personal use, and taken away whenever Yahoo likes.
import { addDays, dayOf, startOfDay } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { createAsk, type Ask } from './fetch.ts'
import { createHistory, type Candle, type List } from './history.ts'
import { gather, priceOf } from './latest.ts'
import type { Asked, Failure, Price, Provider, Surroundings } from './provider.ts'
import { splitOf } from './splits.ts'
import { epochSeconds, price, rate } from './wire.ts'

export interface YahooOptions extends Surroundings {
  /**
   * Yahoo documents nothing of it. Seen from outside, programs that name themselves, or nothing, are answered with 429
   * at the first request, and so are some browsers; which ones changes without a word. So it can be set.
   */
  readonly userAgent: string
}

const barSettlesMs = 15 * 60_000

export function yahoo({ userAgent, ...surroundings }: YahooOptions): Provider {
  const { now } = surroundings
  const headers = { 'User-Agent': userAgent }
  const ask = createAsk({ name: 'yahoo', headers, explain }, surroundings)
  return {
    name: 'yahoo',
    liveEverySeconds: 300,
    stocksPerCall: 1,
    sameStockEveryMs: 5_000,
    barSettlesMs,
    latest: async (tickers) => {
      const asked: Asked<Price | null>[] = []
      for (const ticker of tickers) asked.push(await askLatest(ask, ticker, surroundings))
      return gather(asked)
    },
    history: createHistory(listing(ask, now), { now, barSettlesMs }),
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

async function askChart(
  ask: Ask,
  ticker: Ticker,
  query: { interval: string; [name: string]: string },
  manner?: 'once',
): Promise<Asked<Chart>> {
  // Each chart names its stock and its step; in another one's place it would be a wrong price.
  const isWanted = ({ meta }: Chart) =>
    meta.symbol === ticker && (meta.dataGranularity ?? query.interval) === query.interval
  const answer = z.object({
    chart: z.object({ result: z.tuple([chart.check(z.refine(isWanted))]) }),
  })
  const asked = await ask(`/v8/finance/chart/${ticker}`, query, answer, manner)
  return asked.ok ? { ok: true, value: asked.value.chart.result[0] } : asked
}

async function askLatest(
  ask: Ask,
  ticker: Ticker,
  surroundings: Surroundings,
): Promise<Asked<Price | null>> {
  const asked = await askChart(ask, ticker, { interval: '1d', range: '1d' }, 'once')
  if (!asked.ok) return asked
  const { regularMarketPrice: cents, regularMarketTime: at } = asked.value.meta
  return cents && at ? priceOf({ ticker, cents, at }, surroundings) : { ok: true, value: null }
}

// Half hours are known to come as full ones, so the next shorter step is asked for.
const intervals = { day: '1d', hour: '15m' }
// Quarters are given for 60 days back and refused altogether when one day more is asked for.
const quarterDaysMax = 58

function listing(ask: Ask, now: () => number): List {
  return async (ticker, first, step) => {
    const today = dayOf(now())
    const earliest = step === 'day' ? first : addDays(today, -quarterDaysMax)
    const asked = await askChart(ask, ticker, {
      interval: intervals[step],
      period1: String(startOfDay(first < earliest ? earliest : first) / 1000),
      period2: String(startOfDay(addDays(today, 1)) / 1000),
      events: 'split',
    })
    if (!asked.ok) return asked
    const splits = Object.values(asked.value.events?.splits ?? {})
    return {
      ok: true,
      value: {
        candles: candlesOf(asked.value),
        splits: splits.map(({ date, numerator, denominator }) =>
          splitOf(ticker, dayOf(date), numerator, denominator),
        ),
      },
    }
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
  // There are no keys that could be wrong.
  if (status === 401 || status === 403) {
    return { kind: 'unavailable', reason: `answered ${status}: Yahoo turns this program away` }
  }
  if (status !== 404 || !text.includes('"chart"')) return null
  return { kind: 'unknown_ticker', reason: 'answered 404: no such chart' }
}
