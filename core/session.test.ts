// The calendar compared with the past and scheduled holidays and early closes of the exchange.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Day } from './day.ts'
import { addDays, asDay, hourMs, weekdayOf } from './day.ts'
import {
  isOpen,
  isSession,
  lastClose,
  nextOpen,
  openingWords,
  openMsBetween,
  sessionOf,
} from './session.ts'

const at = (iso: string) => Date.parse(iso)

describe('the calendar', () => {
  it.each([
    [1990, '01-01 02-19 04-13 05-28 07-04 09-03 11-22 12-25'],
    [1991, '01-01 02-18 03-29 05-27 07-04 09-02 11-28 12-25'],
    [1992, '01-01 02-17 04-17 05-25 07-03 09-07 11-26 12-25'],
    [1993, '01-01 02-15 04-09 05-31 07-05 09-06 11-25 12-24'],
    [1994, '02-21 04-01 04-27 05-30 07-04 09-05 11-24 12-26'],
    [1995, '01-02 02-20 04-14 05-29 07-04 09-04 11-23 12-25'],
    [1996, '01-01 02-19 04-05 05-27 07-04 09-02 11-28 12-25'],
    [1997, '01-01 02-17 03-28 05-26 07-04 09-01 11-27 12-25'],
    [1998, '01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25'],
    [1999, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24'],
    [2000, '01-17 02-21 04-21 05-29 07-04 09-04 11-23 12-25'],
    [2001, '01-01 01-15 02-19 04-13 05-28 07-04 09-03 09-11 09-12 09-13 09-14 11-22 12-25'],
    [2002, '01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25'],
    [2003, '01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25'],
    [2004, '01-01 01-19 02-16 04-09 05-31 06-11 07-05 09-06 11-25 12-24'],
    [2005, '01-17 02-21 03-25 05-30 07-04 09-05 11-24 12-26'],
    [2006, '01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25'],
    [2007, '01-01 01-02 01-15 02-19 04-06 05-28 07-04 09-03 11-22 12-25'],
    [2008, '01-01 01-21 02-18 03-21 05-26 07-04 09-01 11-27 12-25'],
    [2009, '01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25'],
    [2010, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24'],
    [2011, '01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26'],
    [2012, '01-02 01-16 02-20 04-06 05-28 07-04 09-03 10-29 10-30 11-22 12-25'],
    [2013, '01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25'],
    [2014, '01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25'],
    [2015, '01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25'],
    [2016, '01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26'],
    [2017, '01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25'],
    [2018, '01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25'],
    [2019, '01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25'],
    [2020, '01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25'],
    [2021, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24'],
    [2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26'],
    [2023, '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25'],
    [2024, '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25'],
    [2025, '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25'],
    [2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
    [2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24'],
    [2028, '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25'],
    [2029, '01-01 01-15 02-19 03-30 05-28 06-19 07-04 09-03 11-22 12-25'],
    [2030, '01-01 01-21 02-18 04-19 05-27 06-19 07-04 09-02 11-28 12-25'],
    [2031, '01-01 01-20 02-17 04-11 05-26 06-19 07-04 09-01 11-27 12-25'],
  ])('of %d rests on %s', (year, dates) => {
    const resting = daysBetween(`${year}-01-01`, `${year}-12-31`, isRestingWeekday)
    expect(resting.map((day) => day.slice(5)).join(' ')).toBe(dates)
  })

  it.each([
    [2015, '11-27 12-24'],
    [2016, '11-25'],
    [2017, '07-03 11-24'],
    [2018, '07-03 11-23 12-24'],
    [2019, '07-03 11-29 12-24'],
    [2020, '11-27 12-24'],
    [2021, '11-26'],
    [2022, '11-25'],
    [2023, '07-03 11-24'],
    [2024, '07-03 11-29 12-24'],
    [2025, '07-03 11-28 12-24'],
    [2026, '11-27 12-24'],
    [2027, '11-26'],
    [2028, '07-03 11-24'],
    [2029, '07-03 11-23 12-24'],
    [2030, '07-03 11-29 12-24'],
    [2031, '07-03 11-28 12-24'],
  ])('of %d goes home early on %s', (year, dates) => {
    const short = daysBetween(`${year}-01-01`, `${year}-12-31`, isShortSession)
    expect(short.map((day) => day.slice(5)).join(' ')).toBe(dates)
  })

  it.each(['2008-03-21', '2038-04-23', '2049-04-16', '2076-04-17', '2100-03-26'])(
    'knows the Good Friday %s, of an unusual Easter',
    (day) => {
      expect(isSession(asDay(day))).toBe(false)
    },
  )

  it('has 8 to 13 resting weekdays in every year', () => {
    for (let year = 1990; year <= 2100; year++) {
      const resting = daysBetween(`${year}-01-01`, `${year}-12-31`, isRestingWeekday)
      expect(resting.length).toBeGreaterThanOrEqual(8)
      expect(resting.length).toBeLessThanOrEqual(13)
    }
  })
})

describe('a session', () => {
  it.each([
    ['2026-01-05', '2026-01-05T14:30Z', '2026-01-05T21:00Z'],
    ['2026-07-06', '2026-07-06T13:30Z', '2026-07-06T20:00Z'],
    ['2026-11-27', '2026-11-27T14:30Z', '2026-11-27T18:00Z'],
    ['2024-07-03', '2024-07-03T13:30Z', '2024-07-03T17:00Z'],
  ])('of %s lasts from %s to %s', (day, open, close) => {
    expect(sessionOf(asDay(day))).toEqual({ open: at(open), close: at(close) })
  })

  it.each(['2026-01-03', '2026-01-04', '2026-07-03', '2021-12-24'])('is not held on %s', (day) => {
    expect(sessionOf(asDay(day))).toBeNull()
  })

  it.each([
    ['2026-01-05T09:29:59.999-05:00', false],
    ['2026-01-05T09:30:00-05:00', true],
    ['2026-01-05T15:59:59.999-05:00', true],
    ['2026-01-05T16:00:00-05:00', false],
    ['2026-11-27T12:59:59.999-05:00', true],
    ['2026-11-27T13:00:00-05:00', false],
    ['2026-01-04T12:00:00-05:00', false],
  ])('at %s is open: %j', (iso, expected) => {
    expect(isOpen(at(iso))).toBe(expected)
  })
})

describe('around an instant', () => {
  it.each([
    // Friday evening; Monday is Martin Luther King Jr. Day.
    ['2026-01-16T17:00-05:00', '2026-01-16T16:00-05:00', '2026-01-20T09:30-05:00', 'Tuesday'],
    // Saturday before the clocks change.
    ['2026-03-07T12:00-05:00', '2026-03-06T16:00-05:00', '2026-03-09T09:30-04:00', 'Monday'],
    // Before the session, during it, and at the opening and closing times.
    ['2026-01-07T08:00-05:00', '2026-01-06T16:00-05:00', '2026-01-07T09:30-05:00', 'Wednesday'],
    ['2026-01-07T12:00-05:00', '2026-01-06T16:00-05:00', '2026-01-08T09:30-05:00', 'Thursday'],
    ['2026-01-07T09:30-05:00', '2026-01-06T16:00-05:00', '2026-01-08T09:30-05:00', 'Thursday'],
    ['2026-01-07T16:00-05:00', '2026-01-07T16:00-05:00', '2026-01-08T09:30-05:00', 'Thursday'],
    // Already Friday in UTC, still Thursday in New York; and after an early close.
    ['2026-01-09T03:00Z', '2026-01-08T16:00-05:00', '2026-01-09T09:30-05:00', 'Friday'],
    ['2026-11-27T14:00-05:00', '2026-11-27T13:00-05:00', '2026-11-30T09:30-05:00', 'Monday'],
  ])('%s the last close was %s, the next open %s, on %s', (now, close, open, weekday) => {
    expect(lastClose(at(now))).toBe(at(close))
    expect(nextOpen(at(now))).toBe(at(open))
    expect(openingWords(at(now))).toBe(`${weekday} at 9:30 AM New York time`)
  })

  it.each([
    ['the weekend', '2026-01-09T16:00-05:00', '2026-01-12T09:30-05:00', 0],
    ['a second before the close', '2026-01-09T15:59:59-05:00', '2026-01-12T09:30-05:00', 1 / 3600],
    ['two mornings', '2026-01-09T12:00-05:00', '2026-01-12T10:30-05:00', 5],
    ['within a session', '2026-01-09T12:00-05:00', '2026-01-09T13:15-05:00', 1.25],
    ['a short day', '2026-11-26T00:00-05:00', '2026-11-28T00:00-05:00', 3.5],
    ['a week', '2026-01-05T00:00-05:00', '2026-01-12T00:00-05:00', 32.5],
    ['the wrong way round', '2026-01-09T13:00-05:00', '2026-01-09T12:00-05:00', 0],
  ])('over %s the market was open for the right time', (_, from, to, hours) => {
    expect(openMsBetween(at(from), at(to))).toBe(hours * hourMs)
  })

  it('agree with each other', () => {
    const anyInstant = fc.integer({ min: at('1990-02-01T00:00Z'), max: at('2100-12-01T00:00Z') })
    fc.assert(
      fc.property(anyInstant, (ms) => {
        expect(isOpen(nextOpen(ms))).toBe(true)
        expect(isOpen(nextOpen(ms) - 1)).toBe(false)
        expect(isOpen(lastClose(ms))).toBe(false)
        expect(isOpen(lastClose(ms) - 1)).toBe(true)
        expect(nextOpen(ms)).toBeGreaterThan(ms)
        expect(lastClose(ms)).toBeLessThanOrEqual(ms)
        expect(openMsBetween(lastClose(ms), ms) > 0 || ms === nextOpen(ms - 1)).toBe(isOpen(ms))
      }),
      {
        // The exact opening and closing times, a half day, a holiday and the nights of the clock changes.
        examples: [
          '2026-01-09T09:30-05:00',
          '2026-01-09T16:00-05:00',
          '2026-01-09T15:59:59.999-05:00',
          '2026-11-27T13:00-05:00',
          '2026-11-26T12:00-05:00',
          '2026-03-08T07:00Z',
          '2026-11-01T06:00Z',
        ].map((iso) => [at(iso)]),
      },
    )
  })
})

function daysBetween(first: string, last: string, matches: (day: Day) => boolean): Day[] {
  const days: Day[] = []
  for (let day = asDay(first); ; day = addDays(day, 1)) {
    if (matches(day)) days.push(day)
    if (day === last) return days
  }
}

function isRestingWeekday(day: Day): boolean {
  return weekdayOf(day) % 6 !== 0 && !isSession(day)
}

function isShortSession(day: Day): boolean {
  const session = sessionOf(day)
  return session !== null && session.close - session.open === 3.5 * hourMs
}
