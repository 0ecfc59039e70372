// Yahoo's charts on the replay server, in Yahoo's format.
import { startOfDay } from '@tengrand/core/day.ts'
import { sessionOf } from '@tengrand/core/session.ts'
import { parseTicker, type Ticker } from '@tengrand/core/tickers.ts'

import type { Played, Stage } from './replay-alpaca.ts'
import { hoursOf } from './tape.ts'

const quarterMs = 900_000
const dayMs = 86_400_000

export function playYahoo(url: URL, stage: Stage): Played {
  const ticker = parseTicker(url.pathname.split('/').at(-1) ?? '')
  if (!ticker) return problem(404, 'Not Found', 'No data found, symbol may be delisted')
  const { now } = stage
  const query = url.searchParams
  const interval = query.get('interval') ?? '1d'
  const isDaily = query.get('range') === '1d'
  const from = isDaily ? now - dayMs : 1000 * Number(query.get('period1') ?? 0)
  if (interval !== '1d' && from < now - 60 * dayMs) {
    return problem(
      422,
      'Unprocessable Entity',
      `${interval} data not available. The requested range must be within the last 60 days.`,
    )
  }
  const points = interval === '1d' ? days(ticker, from, stage) : quarters(ticker, from, stage)
  return { status: 200, body: chart(ticker, interval, points, url, stage) }
}

export function problem(status: number, code: string, description: string): Played {
  return { status, body: { chart: { result: null, error: { code, description } } } }
}

interface Point {
  readonly at: number
  readonly dollars: number
}

// A day has the time of its open; during the session, it has the time of the last trade.
function days(ticker: Ticker, from: number, { tape, now }: Stage): Point[] {
  return tape.sessions(from, now).map((day) => {
    const { open, close } = hoursOf(day)
    const end = Math.min(now, close)
    return { at: now < close ? now : open, dollars: tape.listed(ticker, end, now) }
  })
}

// The current quarter hour has the time of the last trade, and the close is listed again as a separate point.
function quarters(ticker: Ticker, from: number, { tape, now }: Stage): Point[] {
  return tape.sessions(from, now).flatMap((day) => {
    const { open, close } = hoursOf(day)
    const found: Point[] = []
    for (let at = open; at < close && at < now; at += quarterMs) {
      const end = Math.min(at + quarterMs, now)
      found.push({ at: end === now ? now - 1000 : at, dollars: tape.listed(ticker, end, now) })
    }
    if (now >= close) found.push({ at: close, dollars: tape.listed(ticker, close, now) })
    return found
  })
}

function chart(
  ticker: Ticker,
  interval: string,
  points: readonly Point[],
  url: URL,
  { tape, now, nulls }: Stage,
): unknown {
  const traded = tape.traded(ticker, now)
  const close = points.map(({ dollars }, index) => (nulls && index % 3 === 1 ? null : dollars))
  const meta = {
    currency: 'USD',
    symbol: ticker,
    regularMarketTime: Math.floor(traded.at / 1000),
    regularMarketPrice: nulls ? null : traded.dollars,
    dataGranularity: interval,
  }
  const filled = {
    timestamp: points.map(({ at }) => Math.floor(at / 1000)),
    indicators: { quote: [{ close, open: close, high: close, low: close }] },
  }
  const empty = { indicators: { quote: [{}] } }
  const listed = points.length > 0 ? filled : empty
  const result = { meta, ...listed, ...events(ticker, url, { tape, now }) }
  return { chart: { result: [result], error: null } }
}

function events(ticker: Ticker, url: URL, { tape, now }: Pick<Stage, 'tape' | 'now'>) {
  const from = 1000 * Number(url.searchParams.get('period1') ?? 0)
  const splits = tape.known(ticker, now).filter(({ day }) => startOfDay(day) >= from)
  if (splits.length === 0 || !url.searchParams.get('events')?.includes('split')) return {}
  const entries = splits.map(({ day, numerator, denominator }) => {
    const date = Math.floor((sessionOf(day)?.open ?? startOfDay(day)) / 1000)
    const splitRatio = `${numerator}:${denominator}`
    return [String(date), { date, numerator, denominator, splitRatio }]
  })
  return { events: { splits: Object.fromEntries(entries) } }
}
