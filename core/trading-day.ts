// Finds the trading days of a market by its hours: the sessions of the exchange, or every day of the calendar.
import { addDays, dayMs, dayOf, instantAt, type Day } from './day.ts'
import type { MarketHours } from './quote.ts'
import { sessionOf, type Session } from './session.ts'

/** A market that never closes has a session from midnight to midnight in New York. */
export function sessionOn(day: Day, hours: MarketHours): Session | null {
  if (hours === 'nyse') return sessionOf(day)
  return { open: instantAt(day, 0), close: instantAt(day, dayMs) }
}

/** The latest day whose session has begun: today, or an earlier day before the open and on a day without a session. */
export function tradingDayAt(instantMs: number, hours: MarketHours): Day {
  const today = dayOf(instantMs)
  const session = sessionOn(today, hours)
  return session !== null && session.open <= instantMs ? today : tradingDayBefore(today, hours)
}

/** The end of the trading day before the latest one; the changes of the day are relative to its prices. */
export function previousCloseAt(instantMs: number, hours: MarketHours): number {
  const session = sessionOn(tradingDayBefore(tradingDayAt(instantMs, hours), hours), hours)
  if (session === null) throw new Error('A trading day has a session.')
  return session.close
}

export function tradingDayBefore(day: Day, hours: MarketHours): Day {
  let earlier = addDays(day, -1)
  while (sessionOn(earlier, hours) === null) earlier = addDays(earlier, -1)
  return earlier
}
