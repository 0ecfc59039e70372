// The instants of a chart: its two ends, and between them the full hours or closes of the market's calendar.
import { addDays, dayOf, hourMs, type Day, type Range } from '@tengrand/core/day.ts'
import type { MarketHours } from '@tengrand/core/quote.ts'
import { sessionOn } from '@tengrand/core/trading-day.ts'

/** The start is never after now, because the clock of the node that created the account may be ahead. */
export function instantsOf(range: Range, hours: MarketHours, from: number, now: number): number[] {
  const start = Math.min(from, now)
  const between = range === '7d' ? fullHours : closes
  return [start, ...between(start, now, hours), now]
}

/** A full hour belongs to the day of its last millisecond; otherwise midnight would belong to the next day. */
function fullHours(from: number, until: number, hours: MarketHours): number[] {
  const found: number[] = []
  for (let at = (Math.floor(from / hourMs) + 1) * hourMs; at < until; at += hourMs) {
    const session = sessionOn(dayOf(at - 1), hours)
    if (session !== null && session.open < at && at <= session.close) found.push(at)
  }
  return found
}

interface Calendar {
  first: Day
  /** The day after the last one. */
  next: Day
  readonly closes: number[]
}

/** Cached, because closes never change and a long chart has thousands; there are 40,542 days at most. */
const calendars = new Map<MarketHours, Calendar>()

function closes(from: number, until: number, hours: MarketHours): number[] {
  const [first, last] = [dayOf(from), dayOf(until)]
  const calendar = calendars.get(hours) ?? { first, next: first, closes: [] }
  calendars.set(hours, calendar)
  const earlier: number[] = []
  for (; calendar.first > first; calendar.first = addDays(calendar.first, -1)) {
    earlier.push(...closeOf(addDays(calendar.first, -1), hours))
  }
  if (earlier.length > 0) calendar.closes.unshift(...earlier.toReversed())
  for (; calendar.next <= last; calendar.next = addDays(calendar.next, 1)) {
    calendar.closes.push(...closeOf(calendar.next, hours))
  }
  const start = calendar.closes.findLastIndex((close) => close <= from) + 1
  return calendar.closes.slice(start, calendar.closes.findLastIndex((close) => close < until) + 1)
}

function closeOf(day: Day, hours: MarketHours): number[] {
  const session = sessionOn(day, hours)
  return session === null ? [] : [session.close]
}
