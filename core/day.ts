// Computes days and wall-clock times in New York, where the exchange is, and the start of each chart range.

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

// Days compare and sort as text. Every instant in core is a number of milliseconds since 1970, UTC.
export type Day = string & { readonly brand: 'Day' }

export function asDay(text: string): Day {
  const day = dayAt(Date.parse(`${text}T00:00Z`))
  // Date.parse lets 30 February pass as 2 March.
  if (day !== text) throw new RangeError(`${text} is not a day`)
  return day
}

export const dayOf = (instantMs: number): Day => dayAt(instantMs + offsetMs(instantMs))

// The wall-clock time; on a day with a clock change it differs from the time since midnight.
export const timeOfDayMs = (instantMs: number): number =>
  instantMs + offsetMs(instantMs) - midnightUtcMs(dayOf(instantMs))

// A wall-clock time skipped in spring becomes an hour later; a time repeated in autumn is its first occurrence.
export function instantAt(day: Day, timeMs: number): number {
  const wallMs = midnightUtcMs(day) + timeMs
  const inSummerMs = wallMs - summerOffsetMs
  return offsetMs(inSummerMs) === summerOffsetMs ? inSummerMs : wallMs - winterOffsetMs
}

export const startOfDay = (day: Day): number => instantAt(day, 0)

export const addDays = (day: Day, days: number): Day => dayAt(midnightUtcMs(day) + days * dayMs)

export const daysBetween = (from: Day, to: Day): number =>
  (midnightUtcMs(to) - midnightUtcMs(from)) / dayMs

// The day is limited to the length of the month: a month before 31 March is the last day of February.
export function addMonths(day: Day, months: number): Day {
  const from = new Date(midnightUtcMs(day))
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth() + months
  const lastDate = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayAt(Date.UTC(year, month, Math.min(from.getUTCDate(), lastDate)))
}

// Sunday is 0.
export const weekdayOf = (day: Day): number => new Date(midnightUtcMs(day)).getUTCDay()

export const ranges = ['7d', '1m', '6m', 'ytd', '1y', 'all'] as const
export type Range = (typeof ranges)[number]

export const rangeLabel = (range: Range): string => range.toUpperCase()

export function rangeStart(range: Range, nowMs: number, accountCreatedMs: number): number {
  if (range === 'all') return accountCreatedMs
  return Math.max(accountCreatedMs, calendarStart(range, nowMs))
}

const monthsBack = { '1m': 1, '6m': 6, '1y': 12 }

function calendarStart(range: Exclude<Range, 'all'>, nowMs: number): number {
  const today = dayOf(nowMs)
  if (range === 'ytd') return startOfDay(asDay(`${today.slice(0, 4)}-01-01`))
  const day = range === '7d' ? addDays(today, -7) : addMonths(today, -monthsBack[range])
  return instantAt(day, timeOfDayMs(nowMs))
}

const winterOffsetMs = -5 * hourMs
const summerOffsetMs = -4 * hourMs

const midnightUtcMs = (day: Day): number => Date.parse(day)

// A cache, because formatting a date takes a microsecond and a chart needs the same few days repeatedly. It has at most
// 40,542 entries.
const daysByNumber = new Map<number, Day>()

function dayAt(utcMs: number): Day {
  const dayNumber = Math.floor(utcMs / dayMs)
  const known = daysByNumber.get(dayNumber)
  if (known) return known
  const text = new Date(dayNumber * dayMs).toISOString().slice(0, 10)
  // In other years the clock changes and the exchange follow other rules, and an error is better than a wrong day.
  if (text < '1990-01-01' || text > '2100-12-31') {
    throw new RangeError(`${text} is not within 1990 to 2100`)
  }
  const day = text as Day
  daysByNumber.set(dayNumber, day)
  return day
}

const averageYearMs = 365.2425 * dayMs
const summersFrom = 1989
const summers = Array.from({ length: 113 }, (_, index) => summerOf(summersFrom + index))

// Computed from the legal rule, because Intl takes a microsecond or two; a test compares both. The estimated year can
// be wrong only around New Year, when it is winter in both years.
function offsetMs(instantMs: number): number {
  const year = 1970 + Math.floor(instantMs / averageYearMs)
  const summer = summers[year - summersFrom]
  if (!summer) throw new RangeError(`${instantMs} is not an instant within 1990 to 2100`)
  return instantMs >= summer.startMs && instantMs < summer.endMs ? summerOffsetMs : winterOffsetMs
}

// Summer time lasts from the second Sunday of March to the first Sunday of November; until 2006, from the first Sunday
// of April to the last Sunday of October. The clocks change at 2 AM.
function summerOf(year: number): { startMs: number; endMs: number } {
  const startSundayMs = year < 2007 ? sundayFromMs(year, 3, 1) : sundayFromMs(year, 2, 8)
  const endSundayMs = year < 2007 ? sundayFromMs(year, 9, 25) : sundayFromMs(year, 10, 1)
  const changeMs = 2 * hourMs
  return {
    startMs: startSundayMs + changeMs - winterOffsetMs,
    endMs: endSundayMs + changeMs - summerOffsetMs,
  }
}

function sundayFromMs(year: number, month: number, date: number): number {
  const weekday = new Date(Date.UTC(year, month, date)).getUTCDay()
  return Date.UTC(year, month, date + ((7 - weekday) % 7))
}
