// The prices that the replay server plays: real ones where they are at hand, otherwise made up.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { addDays, asDay, dayOf, startOfDay, type Day } from '@tengrand/core/day.ts'
import { isSession, lastClose, sessionOf } from '@tengrand/core/session.ts'
import { isTicker, tickers, type Ticker } from '@tengrand/core/tickers.ts'

/** Beside the checkout; never a part of it, because nobody may pass these prices on. */
export const realPrices = fileURLToPath(new URL('../../../../shared/market-data', import.meta.url))

export interface TapeSplit {
  readonly ticker: Ticker
  readonly day: Day
  readonly numerator: number
  readonly denominator: number
  /** From when on the provider lists it; the beginning of its day unless said otherwise. */
  readonly learntAt?: number
  /** False for a provider that lists the split but forgets to adjust its bars. */
  readonly applied?: boolean
}

export interface Tape {
  readonly splits: TapeSplit[]
  /** Days with a session, until one that has begun at an instant. */
  sessions(from: number, now: number): Day[]
  /** As a provider would list it at `now`: adjusted for the splits that it knows by then. */
  listed(ticker: Ticker, at: number, now: number): number
  /** The latest price and when it was traded, never adjusted. */
  traded(ticker: Ticker, now: number): { at: number; dollars: number }
  known(ticker: Ticker, now: number): TapeSplit[]
}

export interface TapeOptions {
  readonly folder?: string | null
  /** Nothing from before is listed: the fewer bars, the less work for tests that are not about them. */
  readonly since?: number
}

export function openTape({ folder = realPrices, since = -Infinity }: TapeOptions = {}): Tape {
  const source = folder !== null && existsSync(join(folder, 'recent.csv')) ? read(folder) : madeUp()
  const splits = [...source.splits]
  const isLearnt = (split: TapeSplit, now: number) =>
    now >= (split.learntAt ?? startOfDay(split.day))

  // The source is adjusted for all splits, so a price before one that is not applied is the raw one.
  function dollars(ticker: Ticker, at: number, isApplied: (split: TapeSplit) => boolean): number {
    const later = splits.filter((split) => split.ticker === ticker && split.day > dayOf(at))
    const factor = later
      .filter((split) => !isApplied(split))
      .reduce((product, { numerator, denominator }) => (product * numerator) / denominator, 1)
    return rounded(source.dollarsAt(ticker, at) * factor)
  }

  return {
    splits,
    sessions: (from, now) =>
      source.days.filter((day) => {
        const { start, open } = hoursOf(day)
        return start >= Math.max(from, since) && open <= now
      }),
    listed: (ticker, at, now) =>
      dollars(ticker, at, (split) => split.applied !== false && isLearnt(split, now)),
    traded: (ticker, now) => {
      const session = sessionOf(dayOf(now))
      const isOpen = session !== null && now >= session.open && now < session.close
      const at = Math.min(isOpen ? now : lastClose(now), source.lastAt)
      return { at, dollars: dollars(ticker, at, () => false) }
    },
    known: (ticker, now) =>
      splits.filter((split) => split.ticker === ticker && isLearnt(split, now)),
  }
}

interface Source {
  readonly days: readonly Day[]
  readonly lastAt: number
  readonly splits: readonly TapeSplit[]
  /** In today's shares. */
  dollarsAt(ticker: Ticker, at: number): number
}

const firstDay = asDay('2024-08-01')
const lastDay = asDay('2026-08-07')
const sessions: Day[] = []
for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
  if (isSession(day)) sessions.push(day)
}

interface Hours {
  readonly open: number
  readonly close: number
}

// Computed once, because every answer is about hundreds of them.
const calendar = new Map(
  sessions.map((day, index) => {
    const { open, close } = sessionOf(day) ?? { open: 0, close: 0 }
    return [day, { index, start: startOfDay(day), open, close }]
  }),
)

/** When a day of the tape begins, and its session. */
export function hoursOf(day: Day) {
  const hours = calendar.get(day)
  if (hours === undefined) throw new RangeError(`No session on ${day}`)
  return hours
}

const lastAt = hoursOf(lastDay).close

// From the open to the close in a straight line, which is enough to tell one instant from another.
function within(hours: Hours, at: number): number {
  const session = hoursOf(dayOf(at))
  const part = (Math.min(at, session.close) - session.open) / (session.close - session.open)
  return hours.open + (hours.close - hours.open) * Math.max(0, part)
}

function madeUp(): Source {
  const closeOf = (ticker: Ticker, index: number) =>
    20 + 25 * tickers.indexOf(ticker) + ((index * 37 + tickers.indexOf(ticker) * 11) % 100) / 50
  return {
    days: sessions,
    lastAt,
    splits: [{ ticker: 'NFLX', day: asDay('2025-11-17'), numerator: 10, denominator: 1 }],
    dollarsAt: (ticker, at) => {
      const { index } = hoursOf(dayOf(at))
      return within({ open: closeOf(ticker, index - 1), close: closeOf(ticker, index) }, at)
    },
  }
}

const sources = new Map<string, Source>()

function read(folder: string): Source {
  const source = sources.get(folder) ?? readOnce(folder)
  sources.set(folder, source)
  return source
}

function readOnce(folder: string): Source {
  const days = new Map<string, Hours>()
  for (const [day, ticker, open, , , close] of rowsOf(folder, 'recent.csv')) {
    days.set(`${ticker} ${day}`, { open: Number(open), close: Number(close) })
  }
  const splits = rowsOf(folder, 'splits.csv').flatMap(([day = '', ticker = '', ratio = '']) => {
    const [numerator = NaN, denominator = NaN] = ratio.split(':').map(Number)
    if (!isTicker(ticker) || day < '1990') return []
    return [{ ticker, day: asDay(day), numerator, denominator }]
  })
  let minutes: Map<string, Minutes[]> | undefined
  return {
    days: sessions,
    lastAt,
    splits,
    dollarsAt: (ticker, at) => {
      const day = dayOf(at)
      const key = `${ticker} ${day}`
      const hours = days.get(key)
      if (!hours) throw new RangeError(`No price of ${ticker} at ${at}`)
      // The close is that of the day, which the last trade before it need not be.
      const isOver = at >= hoursOf(day).close
      if (isOver || day < minutesFirst || day > minutesLast) return within(hours, at)
      minutes ??= readMinutes(folder, splits)
      return minutes.get(key)?.findLast(({ end }) => end <= at)?.dollars ?? within(hours, at)
    },
  }
}

const minutesFirst = '2025-11-05'
const minutesLast = '2025-11-12'

interface Minutes {
  readonly end: number
  readonly dollars: number
}

// Six sessions of real prices by five minutes, written down as they were traded.
function readMinutes(folder: string, splits: readonly TapeSplit[]): Map<string, Minutes[]> {
  const minutes = new Map<string, Minutes[]>()
  for (const row of rowsOf(folder, `intraday/5min_${minutesFirst}_${minutesLast}.csv`)) {
    const [start = '', ticker = '', , , , close] = row
    const end = Date.parse(start) + 300_000
    const dollars = splits
      .filter((split) => split.ticker === ticker && split.day > dayOf(end))
      .reduce((price, split) => (price * split.denominator) / split.numerator, Number(close))
    const key = `${ticker} ${dayOf(end)}`
    minutes.set(key, [...(minutes.get(key) ?? []), { end, dollars }])
  }
  return minutes
}

function rowsOf(folder: string, file: string): string[][] {
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => line.trim().split(','))
}

function rounded(dollars: number): number {
  return Number(dollars.toFixed(4))
}
