// The positions of instants in the trees, and the time of the next change.
import { addDays, asDay, dayOf } from '@tengrand/core/day.ts'
import { isSession } from '@tengrand/core/session.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calendarOf } from './calendar.ts'

const close = 2 ** 13
const nyse = calendarOf('nyse')
const always = calendarOf('always')
const at = (text: string) => Date.parse(text)
/** Opens and closes, a half day, a holiday, nights with a clock change, and a day with an unscheduled closure. */
const edges = [
  '2026-11-04T09:30-05:00',
  '2026-11-03T16:00-05:00',
  '2026-11-27T13:00-05:00',
  '2026-11-26T12:00-05:00',
  '2026-03-08T07:00Z',
  '2026-11-01T06:00Z',
  '2001-09-11T15:00Z',
].map((text): [number] => [at(text)])

describe("in the exchange's hours", () => {
  test("the anchor's close is the end of day -1", () => {
    expect(nyse.positionAt(at('2026-08-07T16:00-04:00'))).toEqual({ dayIndex: -1, slot: close })
    expect(nyse.positionAt(at('2026-08-10T09:30-04:00'))).toEqual({ dayIndex: 0, slot: 0 })
  })

  test.each([
    ['a night', '2026-11-04T09:29:59.999-05:00', '2026-11-03T16:00-05:00'],
    ['a weekend', '2026-11-08T12:00-05:00', '2026-11-06T16:00-05:00'],
    ['Thanksgiving', '2026-11-26T12:00-05:00', '2026-11-25T16:00-05:00'],
    ['the afternoon of a half day', '2026-11-27T15:00-05:00', '2026-11-27T13:00-05:00'],
    ['11 September', '2001-09-16T12:00-04:00', '2001-09-10T16:00-04:00'],
  ])('%s shows the last close', (_, closed, lastClose) => {
    const position = nyse.positionAt(at(closed))
    expect(position).toEqual(nyse.positionAt(at(lastClose)))
    expect(position.slot).toBe(close)
    expect(nyse.isTrading(at(closed))).toBe(false)
  })

  test('a half day has all its slots, in half the time', () => {
    const halfway = nyse.positionAt(at('2026-11-27T11:15-05:00'))
    expect(halfway.slot).toBe(close / 2)
    expect(nyse.nextChangeAt(at('2026-11-27T13:00-05:00'))).toBe(at('2026-11-30T09:30-05:00'))
  })

  test('weekdays are numbered, so that no closure moves the days after it', () => {
    const indexOf = (day: string) => nyse.closeOf(asDay(day))?.dayIndex ?? NaN
    expect(indexOf('2026-11-27') - indexOf('2026-11-25')).toBe(2)
    expect(indexOf('2001-09-17') - indexOf('2001-09-10')).toBe(5)
    expect(indexOf('2100-12-31') - indexOf('1990-01-02')).toBe(28_958)
    expect(nyse.closeOf(asDay('2026-11-26'))).toBeNull()
  })

  test('before the very first open that open stands', () => {
    const first = nyse.positionAt(at('1990-01-02T09:30-05:00'))
    expect(first.slot).toBe(0)
    expect(nyse.positionAt(at('1990-01-01T12:00-05:00'))).toEqual(first)
  })
})

describe('always', () => {
  test('days begin at midnight in New York and are as long as the clocks make them', () => {
    expect(always.positionAt(at('2026-08-08T00:00-04:00'))).toEqual({ dayIndex: 0, slot: 0 })
    const noon = (offset: string, day: string) =>
      always.positionAt(at(`${day}T12:00${offset}`)).slot
    expect(noon('-04:00', '2026-08-09')).toBe(2 ** 16)
    expect(noon('-04:00', '2026-03-08')).toBe(Math.floor((2 ** 17 * 11) / 23))
    expect(noon('-05:00', '2026-11-01')).toBe(Math.floor((2 ** 17 * 13) / 25))
  })

  test('every day follows the one before', () => {
    for (let day = asDay('2026-01-01'); day < asDay('2027-01-01'); day = addDays(day, 1)) {
      const [today, next] = [always.closeOf(day), always.closeOf(addDays(day, 1))]
      expect((next?.dayIndex ?? NaN) - (today?.dayIndex ?? NaN)).toBe(1)
    }
  })
})

test.each([['always', always] as const, ['nyse', nyse] as const])(
  '%s: a place lasts exactly until the next change',
  (_, calendar) => {
    const instant = fc.integer({ min: at('1990-01-03T00:00Z'), max: at('2100-12-20T00:00Z') })
    fc.assert(
      fc.property(instant, (instantMs) => {
        const next = calendar.nextChangeAt(instantMs)
        expect(next).toBeGreaterThan(instantMs)
        expect(calendar.positionAt(next - 1)).toEqual(calendar.positionAt(instantMs))
        expect(calendar.positionAt(next)).not.toEqual(calendar.positionAt(instantMs))
      }),
      { numRuns: 1000, examples: edges },
    )
  },
)

test.each([
  [nyse, '2026-11-27T12:59:59-05:00', '2026-11-25'],
  [nyse, '2026-11-27T13:00-05:00', '2026-11-27'],
  [nyse, '2026-11-29T12:00-05:00', '2026-11-27'],
  [nyse, '1990-01-02T12:00-05:00', null],
  [always, '2026-11-27T23:59:59-05:00', '2026-11-26'],
  [always, '2026-11-28T00:00-05:00', '2026-11-27'],
])('%# the last day that is over', (calendar, instant, day) => {
  expect(calendar.lastClosedDay(at(instant))).toBe(day)
})

test("a day has a place in the exchange's tree when it has a session", () => {
  const instant = fc.integer({ min: at('1990-01-03T00:00Z'), max: at('2100-12-20T00:00Z') })
  fc.assert(
    fc.property(instant, (instantMs) => {
      const day = dayOf(instantMs)
      expect(nyse.closeOf(day) !== null).toBe(isSession(day))
    }),
    { examples: edges },
  )
})
