// The prices of the replay server: made up, on the real calendar, with one split.
import { addDays, asDay, dayOf, startOfDay, type Day } from '@tengrand/core/day.ts'
import { isSession, lastClose, sessionOf } from '@tengrand/core/session.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Split } from '../providers/provider.ts'

export interface TapeSplit extends Split {
  /** When the provider begins to list the split; the default is the start of its day. */
  readonly learntAt?: number
  /** False for a provider that lists the split but forgets to adjust its bars. */
  readonly applied?: boolean
}

export interface Tape {
  readonly splits: TapeSplit[]
  /** The days with a session, up to the one that has begun by `now`. */
  sessions(from: number, now: number): Day[]
  /** The price in a provider's list at `now`: adjusted for the splits that it knows by then. */
  listed(ticker: Ticker, at: number, now: number): number
  /** The latest price and when it was traded, never adjusted. */
  traded(ticker: Ticker, now: number): { at: number; dollars: number }
  known(ticker: Ticker, now: number): TapeSplit[]
}

export interface TapeOptions {
  /** The first day of the list: fewer bars mean less work for tests that do not need them. */
  readonly since?: number
}

export function openTape({ since = -Infinity }: TapeOptions = {}): Tape {
  const splits: TapeSplit[] = [
    { ticker: 'NFLX', day: asDay('2025-11-17'), numerator: 10, denominator: 1 },
  ]
  const isLearnt = (split: TapeSplit, now: number) =>
    now >= (split.learntAt ?? startOfDay(split.day))

  // The made-up prices are adjusted for all splits, so a price before one that is not applied is the raw one.
  function dollars(ticker: Ticker, at: number, isApplied: (split: TapeSplit) => boolean): number {
    const later = splits.filter((split) => split.ticker === ticker && split.day > dayOf(at))
    const factor = later
      .filter((split) => !isApplied(split))
      .reduce((product, { numerator, denominator }) => (product * numerator) / denominator, 1)
    return rounded(dollarsAt(ticker, at) * factor)
  }

  return {
    splits,
    sessions: (from, now) =>
      sessions.filter((day) => {
        const { start, open } = hoursOf(day)
        return start >= Math.max(from, since) && open <= now
      }),
    listed: (ticker, at, now) =>
      dollars(ticker, at, (split) => split.applied !== false && isLearnt(split, now)),
    traded: (ticker, now) => {
      const session = sessionOf(dayOf(now))
      const isOpen = session !== null && now >= session.open && now < session.close
      const at = Math.min(isOpen ? now : lastClose(now), lastAt)
      return { at, dollars: dollars(ticker, at, () => false) }
    },
    known: (ticker, now) =>
      splits.filter((split) => split.ticker === ticker && isLearnt(split, now)),
  }
}

const firstDay = asDay('2024-08-01')
const lastDay = asDay('2026-08-07')
const sessions: Day[] = []
for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
  if (isSession(day)) sessions.push(day)
}

// Computed once, because every answer needs hundreds of days.
const calendar = new Map(
  sessions.map((day, index) => {
    const { open, close } = sessionOf(day) ?? { open: 0, close: 0 }
    return [day, { index, start: startOfDay(day), open, close }]
  }),
)

/** The start of a day of the tape, and its session. */
export function hoursOf(day: Day) {
  const hours = calendar.get(day)
  if (hours === undefined) throw new RangeError(`No session on ${day}`)
  return hours
}

const lastAt = hoursOf(lastDay).close

/** In today's shares: each day moves in a straight line from the previous close to its own. */
function dollarsAt(ticker: Ticker, at: number): number {
  const { index, open, close } = hoursOf(dayOf(at))
  const part = Math.max(0, (Math.min(at, close) - open) / (close - open))
  const before = closeOf(ticker, index - 1)
  return before + (closeOf(ticker, index) - before) * part
}

/** Each stock has its own price range, so that a test notices the price of a wrong stock. */
function closeOf(ticker: Ticker, index: number): number {
  const number = tickers.indexOf(ticker)
  return 120 + 25 * number + ((index * 37 + number * 11) % 100) / 50
}

function rounded(dollars: number): number {
  return Number(dollars.toFixed(4))
}
