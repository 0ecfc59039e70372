// Alpaca's market data on the replay server, in Alpaca's format.
import { dayOf, startOfDay } from '@tengrand/core/day.ts'
import { isTicker, type Ticker } from '@tengrand/core/tickers.ts'

import { hoursOf, type Tape } from './tape.ts'

export interface Played {
  readonly status: number
  readonly body: unknown
}

export interface Stage {
  readonly tape: Tape
  readonly now: number
  /** Replaces every third price by null. */
  readonly nulls: boolean
  readonly pageSize: number
  /** Whether the keys may read the feed of all exchanges (SIP), which is 15 minutes late. */
  readonly sip: boolean
}

const sipDelayMs = 15 * 60_000

export function playAlpaca(url: URL, stage: Stage): Played {
  const symbols = (url.searchParams.get('symbols') ?? '').split(',').filter(isTicker)
  const feed = url.searchParams.get('feed')
  if (url.pathname === '/v1/corporate-actions') return actions(url, symbols, stage)
  const isRecent = Date.parse(url.searchParams.get('end') ?? '') > stage.now - sipDelayMs
  const isDelayed = url.searchParams.has('end') && !isRecent
  if (feed !== 'iex' && !(feed === 'sip' && stage.sip && isDelayed)) {
    return refuse(403, 'subscription does not permit querying recent SIP data')
  }
  if (url.pathname === '/v2/stocks/trades/latest') return trades(symbols, stage)
  if (url.pathname === '/v2/stocks/bars') return bars(url, symbols, stage)
  return refuse(404, 'endpoint not found.')
}

export function refuse(status: number, message: string): Played {
  return { status, body: { message } }
}

function trades(symbols: readonly Ticker[], { tape, now, nulls }: Stage): Played {
  const entries = symbols.map((ticker, index) => {
    const { at, dollars } = tape.traded(ticker, now)
    const trade = { c: ['@'], i: 1, p: dollars, s: 100, t: iso(at), x: 'V', z: 'C' }
    return [ticker, nulls && index % 3 === 1 ? null : trade]
  })
  return { status: 200, body: { trades: Object.fromEntries(entries) } }
}

interface AlpacaBar {
  readonly t: string
  readonly c: number | null
}

function bars(url: URL, symbols: readonly Ticker[], stage: Stage): Played {
  const start = Date.parse(url.searchParams.get('start') ?? '')
  const timeframe = url.searchParams.get('timeframe')
  const [ticker] = symbols
  if (Number.isNaN(start) || !ticker || url.searchParams.get('adjustment') !== 'split') {
    return refuse(422, 'invalid parameter')
  }
  // Trades after the end are not included.
  const end = Math.min(stage.now, Date.parse(url.searchParams.get('end') ?? '') || Infinity)
  const list = timeframe === '1Day' ? dayBars : hourBars
  const feed = url.searchParams.get('feed')
  const all = list(ticker, { start, end }, stage).map((bar) => (feed === 'sip' ? bar : ofIex(bar)))
  const { page, token } = cut(all, url, stage)
  const shown = stage.nulls ? page.map((bar, index) => (index % 3 === 1 ? null : bar)) : page
  return {
    status: 200,
    body: { bars: shown.length > 0 ? { [ticker]: shown } : {}, next_page_token: token },
  }
}

/** Eight cents below the price of all exchanges, like on one day of 2023. */
const ofIex = (bar: AlpacaBar): AlpacaBar => ({
  ...bar,
  c: bar.c === null ? null : Number((bar.c - 0.08).toFixed(4)),
})

interface Span {
  readonly start: number
  readonly end: number
}

function dayBars(ticker: Ticker, { start, end }: Span, { tape, now }: Stage): AlpacaBar[] {
  return tape.sessions(start, end).map((day) => {
    const { start: at, close } = hoursOf(day)
    return barOf(at, tape.listed(ticker, Math.min(close, end), now))
  })
}

const hourMs = 3_600_000

// By the clock, from 8:00 to 17:00: the first two hours and the last one are partly or fully outside the session, at
// prices that must not count as the session's.
function hourBars(ticker: Ticker, { start, end }: Span, { tape, now }: Stage): AlpacaBar[] {
  return tape.sessions(start - 24 * hourMs, end).flatMap((day) => {
    const { open, close } = hoursOf(day)
    const found: AlpacaBar[] = []
    for (let at = open - 1.5 * hourMs; at <= close; at += hourMs) {
      const last = Math.min(at + hourMs, end)
      const dollars = tape.listed(ticker, Math.max(open, Math.min(last, close)), now)
      const isOutside = at + hourMs <= open || at >= close
      if (at >= start && at < end) found.push(barOf(at, isOutside ? dollars * 1.02 : dollars))
    }
    return found
  })
}

function barOf(at: number, dollars: number): AlpacaBar {
  const c = Number(dollars.toFixed(4))
  return Object.assign({ t: iso(at), c }, { o: c, h: c, l: c, v: 1000, n: 10, vw: c })
}

function actions(url: URL, symbols: readonly Ticker[], stage: Stage): Played {
  const [from = '', to = ''] = ['start', 'end'].map((name) => url.searchParams.get(name) ?? '')
  const found = symbols
    .flatMap((ticker) => stage.tape.known(ticker, stage.now))
    .filter(({ day }) => day >= from && day <= to)
  const { page, token } = cut(found, url, stage)
  const listed = page.map((split) => ({
    id: `${split.ticker}-${split.day}`,
    symbol: split.ticker,
    new_rate: split.numerator,
    old_rate: split.denominator,
    process_date: split.day,
    ex_date: split.day,
    record_date: split.day,
    payable_date: dayOf(startOfDay(split.day) - hourMs),
  }))
  const forward = listed.filter((split) => split.new_rate > split.old_rate)
  const reverse = listed.filter((split) => split.new_rate < split.old_rate)
  return {
    status: 200,
    body: {
      corporate_actions: {
        ...(forward.length > 0 ? { forward_splits: forward } : {}),
        ...(reverse.length > 0 ? { reverse_splits: reverse } : {}),
      },
      next_page_token: token,
    },
  }
}

function cut<T>(all: readonly T[], url: URL, { pageSize }: Stage) {
  const from = Number(url.searchParams.get('page_token') ?? 0)
  const size = Math.min(pageSize, Number(url.searchParams.get('limit') ?? 1000))
  const page = all.slice(from, from + size)
  return { page, token: from + size < all.length ? String(from + size) : null }
}

// Alpaca writes the times of trades with nanoseconds.
function iso(at: number): string {
  return new Date(at).toISOString().replace('Z', '000000Z')
}
