// Days, clocks and ranges in New York, compared with Intl, whose time zone data is independent of our rules.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  asDay,
  dayOf,
  hourMs,
  instantAt,
  rangeLabel,
  rangeStart,
  ranges,
  startOfDay,
  timeOfDayMs,
  weekdayOf,
} from './day.ts'

const at = (iso: string) => Date.parse(iso)
const firstMs = at('1990-01-01T00:00-05:00')
const lastMs = at('2100-12-31T23:59:59.999-05:00')
const anyInstant = fc.integer({ min: firstMs, max: lastMs })
/** The ends of the calendar, and both sides of the skipped and the repeated hour at clock changes. */
const edges: [number][] = [
  firstMs,
  lastMs,
  at('2026-03-08T06:59:59.999Z'),
  at('2026-03-08T07:00Z'),
  at('2026-11-01T05:30Z'),
  at('2026-11-01T06:30Z'),
  at('2024-02-29T12:00Z'),
].map((ms) => [ms])

const intl = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

// Formats '2026-03-08, 03:00:00', first with core/day.ts and then with Intl.
function wallClock(instantMs: number): string {
  const time = new Date(timeOfDayMs(instantMs)).toISOString().slice(11, 19)
  return `${dayOf(instantMs)}, ${time}`
}

describe('dayOf', () => {
  it.each([
    ['2026-01-05T04:59:59.999Z', '2026-01-04'],
    ['2026-01-05T05:00:00Z', '2026-01-05'],
    ['2026-07-05T03:59:59.999Z', '2026-07-04'],
    ['2026-07-05T04:00:00Z', '2026-07-05'],
    ['2024-03-01T04:59:00Z', '2024-02-29'],
    ['2101-01-01T04:59:59.999Z', '2100-12-31'],
    ['1990-01-01T05:00:00Z', '1990-01-01'],
  ])('%s is on %s', (iso, day) => {
    expect(dayOf(at(iso))).toBe(day)
  })

  it.each([Number.NaN, Infinity, 0, 1e300, firstMs - 1, lastMs + 1])('refuses %d', (ms) => {
    expect(() => dayOf(ms)).toThrow(RangeError)
  })

  it('and the time agree with Intl at any instant', () => {
    fc.assert(
      fc.property(anyInstant, (ms) => {
        expect(wallClock(ms)).toBe(intl.format(ms))
      }),
      { numRuns: 5000, examples: edges },
    )
  })

  it('and the time agree with Intl in every hour in which the clocks may change', () => {
    const sundays = Array.from(
      { length: 5788 },
      (_, week) => at('1990-01-07') + week * 168 * hourMs,
    )
    const hours = sundays.flatMap((ms) => [5, 6, 7].map((hour) => ms + hour * hourMs))
    const instants = hours.flatMap((ms) => [ms - 1, ms])
    expect(instants.filter((ms) => wallClock(ms) !== intl.format(ms))).toEqual([])
  })

  it('agrees with Intl around every New Year, when the year is only estimated', () => {
    const newYears = Array.from({ length: 110 }, (_, index) => at(`${1991 + index}-01-01`))
    const instants = newYears.flatMap((ms) => [-48, -1, 4, 5, 48].map((hour) => ms + hour * hourMs))
    expect(instants.filter((ms) => wallClock(ms) !== intl.format(ms))).toEqual([])
  })
})

describe('asDay', () => {
  it('takes a day as it is', () => {
    expect(asDay('2024-02-29')).toBe('2024-02-29')
  })

  it.each('2026-02-29 2026-02-30 2026-13-01 2026-1-5 2026 today 1989-12-31 2101-01-01'.split(' '))(
    'refuses %s',
    (text) => {
      expect(() => asDay(text)).toThrow(RangeError)
    },
  )
})

describe('instantAt', () => {
  it.each([
    ['2026-01-05', 9.5, '2026-01-05T14:30Z'],
    ['2026-07-06', 9.5, '2026-07-06T13:30Z'],
    // Skipped: 2:30 AM does not exist and becomes 3:30.
    ['2026-03-08', 2.5, '2026-03-08T07:30Z'],
    // Repeated: the first of the two.
    ['2026-11-01', 1.5, '2026-11-01T05:30Z'],
    ['2026-11-01', 2, '2026-11-01T07:00Z'],
    // Before 2007 summer time began in April.
    ['2006-03-12', 9.5, '2006-03-12T14:30Z'],
    ['2006-04-03', 9.5, '2006-04-03T13:30Z'],
  ])('%s at %d hours is %s', (day, hours, iso) => {
    expect(instantAt(asDay(day), hours * hourMs)).toBe(at(iso))
  })

  it('undoes dayOf and timeOfDayMs, but for the hour that comes twice', () => {
    fc.assert(
      fc.property(anyInstant, (ms) => {
        const back = instantAt(dayOf(ms), timeOfDayMs(ms))
        expect([ms, ms - hourMs]).toContain(back)
        expect(wallClock(back)).toBe(wallClock(ms))
      }),
      { examples: edges },
    )
  })

  it('at the start of a day is its first instant', () => {
    fc.assert(
      fc.property(anyInstant, (ms) => {
        const day = addDays(dayOf(Math.min(ms, lastMs - 24 * hourMs)), 1)
        expect(dayOf(startOfDay(day))).toBe(day)
        expect(dayOf(startOfDay(day) - 1)).toBe(addDays(day, -1))
      }),
      { examples: edges },
    )
  })
})

describe('calendar', () => {
  it.each([
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-03-31', -1, '2024-02-29'],
    ['2024-02-29', -12, '2023-02-28'],
    ['2026-08-31', -6, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %d months is %s', (day, months, expected) => {
    expect(addMonths(asDay(day), months)).toBe(expected)
  })

  it('adds days over the ends of months, years and summers', () => {
    expect(addDays(asDay('2024-02-28'), 1)).toBe('2024-02-29')
    expect(addDays(asDay('2026-01-01'), -1)).toBe('2025-12-31')
    expect(addDays(asDay('2026-03-07'), 2)).toBe('2026-03-09')
    expect(() => addDays(asDay('2100-12-31'), 1)).toThrow(RangeError)
  })

  it('knows the weekday', () => {
    const days = ['2026-01-04', '2026-01-05', '2000-02-29', '2100-03-06'].map(asDay)
    expect(days.map(weekdayOf)).toEqual([0, 1, 2, 6])
  })
})

describe('ranges', () => {
  it('are labeled as the buttons are', () => {
    expect(ranges.map(rangeLabel)).toEqual(['7D', '1M', '6M', 'YTD', '1Y', 'ALL'])
  })

  // Noon on 31 March 2026, in summer time.
  const now = at('2026-03-31T12:00-04:00')

  it.each([
    ['7d', '2026-03-24T12:00-04:00'],
    ['1m', '2026-02-28T12:00-05:00'],
    ['6m', '2025-09-30T12:00-04:00'],
    ['ytd', '2026-01-01T00:00-05:00'],
    ['1y', '2025-03-31T12:00-04:00'],
    ['all', '2020-05-17T08:00-04:00'],
  ] as const)('%s starts at %s by the clock on the wall', (range, iso) => {
    expect(rangeStart(range, now, at('2020-05-17T08:00-04:00'))).toBe(at(iso))
  })

  it("follow New York's clock and New York's year", () => {
    expect(rangeStart('7d', at('2026-03-10T12:00-04:00'), 0)).toBe(at('2026-03-03T12:00-05:00'))
    expect(rangeStart('ytd', at('2026-01-01T04:59Z'), 0)).toBe(at('2025-01-01T05:00Z'))
  })

  it('start neither before the account nor after now', () => {
    const recent = fc.integer({ min: at('1992-01-01T00:00Z'), max: lastMs })
    fc.assert(
      fc.property(recent, recent, fc.constantFrom(...ranges), (a, b, range) => {
        const [created, until] = a < b ? [a, b] : [b, a]
        const start = rangeStart(range, until, created)
        expect(start).toBeGreaterThanOrEqual(created)
        expect(start).toBeLessThanOrEqual(until)
      }),
      { examples: ranges.map((range) => [lastMs, lastMs, range]) },
    )
  })
})
