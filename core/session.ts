// Computes when the New York Stock Exchange is open: the session of a day, and the opens and closes around an instant.
import { addDays, dayOf, hourMs, instantAt, weekdayOf, type Day } from './day.ts'
import { isHoliday, isShortDay } from './holidays.ts'

// The market is open from `open` (inclusive) to `close` (exclusive).
export interface Session {
  open: number
  close: number
}

export function isSession(day: Day): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

export function sessionOf(day: Day): Session | null {
  if (!isSession(day)) return null
  return {
    open: instantAt(day, openTimeMs),
    close: instantAt(day, isShortDay(day) ? earlyCloseTimeMs : closeTimeMs),
  }
}

export function isOpen(instantMs: number): boolean {
  const session = sessionOf(dayOf(instantMs))
  return session !== null && session.open <= instantMs && instantMs < session.close
}

// The next open is always later than the instant, even if the market is open or opens at that instant.
export function nextOpen(instantMs: number): number {
  for (let day = dayOf(instantMs); ; day = addDays(day, 1)) {
    const session = sessionOf(day)
    if (session && session.open > instantMs) return session.open
  }
}

// The last close is the instant itself if the market closes at it.
export function lastClose(instantMs: number): number {
  for (let day = dayOf(instantMs); ; day = addDays(day, -1)) {
    const session = sessionOf(day)
    if (session && session.close <= instantMs) return session.close
  }
}

// The first close at or after the instant.
export function closeFrom(instantMs: number): number {
  for (let day = dayOf(instantMs); ; day = addDays(day, 1)) {
    const session = sessionOf(day)
    if (session && session.close >= instantMs) return session.close
  }
}

// Zero means that a price of the first instant is still current at the second.
export function openMsBetween(fromMs: number, toMs: number): number {
  const lastDay = dayOf(toMs)
  let totalMs = 0
  for (let day = dayOf(fromMs); day <= lastDay; day = addDays(day, 1)) {
    const session = sessionOf(day)
    if (session) totalMs += overlapMs(session, fromMs, toMs)
  }
  return totalMs
}

// Completes 'The market is closed. It opens'; no closure lasts a week, so the weekday is enough.
export function openingWords(instantMs: number): string {
  return `${weekdays[weekdayOf(dayOf(nextOpen(instantMs)))]} at 9:30 AM New York time`
}

// A list instead of Intl, which takes some 70 microseconds: every order in a closed market gets this text.
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const openTimeMs = 9.5 * hourMs
const closeTimeMs = 16 * hourMs
const earlyCloseTimeMs = 13 * hourMs

const overlapMs = (session: Session, fromMs: number, toMs: number): number =>
  Math.max(0, Math.min(toMs, session.close) - Math.max(fromMs, session.open))
