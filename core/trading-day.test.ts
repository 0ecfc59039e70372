import { expect, it } from 'vitest'

import { asDay } from './day.ts'
import { sessionOn, tradingDayAt, tradingDayBefore } from './trading-day.ts'

it.each([
  ['before the open', '2026-11-16T14:29:59Z', '2026-11-13'],
  ['at the open', '2026-11-16T14:30:00Z', '2026-11-16'],
  ['in the evening', '2026-11-17T02:00:00Z', '2026-11-16'],
  ['on a Sunday', '2026-11-15T17:00:00Z', '2026-11-13'],
  ['on Thanksgiving', '2026-11-26T17:00:00Z', '2026-11-25'],
])('the trading day of the exchange %s', (_case, instant, day) => {
  expect(tradingDayAt(Date.parse(instant), 'nyse')).toBe(day)
})

it('a market that never closes trades on every day, from midnight to midnight in New York', () => {
  expect(tradingDayAt(Date.parse('2026-11-15T04:59:59Z'), 'always')).toBe('2026-11-14')
  expect(tradingDayAt(Date.parse('2026-11-15T05:00:00Z'), 'always')).toBe('2026-11-15')
  expect(sessionOn(asDay('2026-11-01'), 'always')).toEqual({
    open: Date.parse('2026-11-01T04:00:00Z'),
    close: Date.parse('2026-11-02T05:00:00Z'),
  })
})

it.each([
  ['2026-11-16', 'nyse', '2026-11-13'],
  ['2026-11-27', 'nyse', '2026-11-25'],
  ['2026-11-16', 'always', '2026-11-15'],
] as const)('the day before %s, %s, is %s', (day, hours, before) => {
  expect(tradingDayBefore(asDay(day), hours)).toBe(before)
})
