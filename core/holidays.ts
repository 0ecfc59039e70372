// Computes the holidays and the short days of the New York Stock Exchange by its own rules.
import { addDays, asDay, weekdayOf, type Day } from './day.ts'

export const isHoliday = (day: Day): boolean => yearOf(day).holidays.has(day) || closures.has(day)

// Only valid for days with a session. The rule holds since 2013; before, the exchange chose some short days each year,
// which affects only intraday charts of that time.
export const isShortDay = (day: Day): boolean => yearOf(day).shortDays.has(day)

// Unscheduled closures for mourning or disasters.
const closures: ReadonlySet<string> = new Set([
  '1994-04-27', // President Nixon
  '2001-09-11', // the attacks of 11 September
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11', // President Reagan
  '2007-01-02', // President Ford
  '2012-10-29', // Hurricane Sandy
  '2012-10-30',
  '2018-12-05', // President George H. W. Bush
  '2025-01-09', // President Carter
])

// A cache, because a chart needs the same few years hundreds of times.
const years = new Map<number, Record<'holidays' | 'shortDays', ReadonlySet<string>>>()

function yearOf(day: Day) {
  const year = Number(day.slice(0, 4))
  const known = years.get(year)
  if (known) return known
  const computed = { holidays: holidaysOf(year), shortDays: shortDaysOf(year) }
  years.set(year, computed)
  return computed
}

const sunday = 0
const monday = 1
const thursday = 4
const saturday = 6

function holidaysOf(year: number): Set<string> {
  const holidays: Day[] = [
    // New Year's Day. On a Saturday it is not observed, because the Friday before is the last trading day of the year.
    observed(`${year}-01-01`),
    firstFrom(`${year}-02-15`, monday), // Washington's Birthday
    addDays(easterOf(year), -2), // Good Friday
    firstFrom(`${year}-05-25`, monday), // Memorial Day
    observed(`${year}-07-04`), // Independence Day
    firstFrom(`${year}-09-01`, monday), // Labor Day
    thanksgivingOf(year),
    observed(`${year}-12-25`), // Christmas
  ]
  if (year >= 1998) holidays.push(firstFrom(`${year}-01-15`, monday)) // Martin Luther King Jr. Day
  if (year >= 2022) holidays.push(observed(`${year}-06-19`)) // Juneteenth
  return new Set(holidays)
}

const shortDaysOf = (year: number): Set<string> =>
  new Set([`${year}-07-03`, addDays(thanksgivingOf(year), 1), `${year}-12-24`])

const thanksgivingOf = (year: number): Day => firstFrom(`${year}-11-22`, thursday)

// The third Monday of a month is the first one from the 15th on, and so forth.
function firstFrom(date: string, weekday: number): Day {
  const day = asDay(date)
  return addDays(day, (weekday - weekdayOf(day) + 7) % 7)
}

function observed(date: string): Day {
  const day = asDay(date)
  const weekday = weekdayOf(day)
  if (weekday === saturday) return addDays(day, -1)
  if (weekday === sunday) return addDays(day, 1)
  return day
}

// The anonymous Gregorian computus: the Sunday after the first full moon of spring, by tables.
function easterOf(year: number): Day {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const weekShift = 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)
  const toSunday = (32 + weekShift) % 7
  const late = Math.floor((golden + 11 * moon + 22 * toSunday) / 451)
  return addDays(asDay(`${year}-03-22`), moon + toSunday - 7 * late)
}
