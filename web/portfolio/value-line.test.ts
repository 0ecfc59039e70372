// Tests the line of the performance chart, which ends at the live value, and the return of its period.
// @vitest-environment node
import { addDays, asDay } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { describe, expect, test } from 'vitest'

import { valueLine } from './value-line.ts'

const metrics = {
  current_value: 12_486.32,
  period_return: 148.14,
  period_return_percent: 1.2,
  total_return: 2486.32,
  total_return_percent: 24.8632,
  benchmark_return: null,
  benchmark_return_percent: null,
}
const historyOf = (...dates: string[]) => ({
  data: dates.map((date, index) => ({ date, value: 12_000 + index })),
  benchmark: [],
  metrics,
})
const now = cents(1_250_000)
const drawn = (...dates: string[]) =>
  valueLine(historyOf(...dates), now).points.map(({ at, value }) => [
    new Date(at).toISOString(),
    value,
  ])

describe('valueLine', () => {
  test('ends in the value of the moment', () => {
    expect(drawn('2026-11-13T14:00:00Z', '2026-11-13T15:00:00Z', '2026-11-13T15:20:00Z')).toEqual([
      ['2026-11-13T14:00:00.000Z', 1_200_000],
      ['2026-11-13T15:00:00.000Z', 1_200_100],
      ['2026-11-13T15:20:00.000Z', 1_250_000],
    ])
  })

  test('puts a day at its end in New York, in winter and in summer', () => {
    const [, summer, winter] = drawn(
      '2026-10-30T23:30:00Z',
      '2026-10-30',
      '2026-11-01',
      '2026-11-13T15:20:00Z',
    )
    expect(summer).toEqual(['2026-10-31T03:59:59.999Z', 1_200_100])
    expect(winter).toEqual(['2026-11-02T04:59:59.999Z', 1_200_200])
  })

  test('puts a day whose end is still to come at the close of the exchange', () => {
    expect(drawn('2026-11-12T20:00:00Z', '2026-11-13', '2026-11-13T23:00:00Z')[1]).toEqual([
      '2026-11-13T21:00:00.000Z',
      1_200_100,
    ])
  })

  test('puts it between its neighbors when the exchange closed early', () => {
    expect(drawn('2026-11-27T17:00:00Z', '2026-11-27', '2026-11-27T19:00:00Z')[1]).toEqual([
      '2026-11-27T18:00:00.000Z',
      1_200_100,
    ])
  })

  test('rises from each point to the next, at whatever hour it is asked for', () => {
    const days = Array.from({ length: 400 }, (_, index) => addDays(asDay('2025-11-01'), index))
    const first = `${days[0]}T09:00:00Z`
    for (let hour = 0; hour < 24; hour += 1) {
      const last = `${days.at(-1)}T${String(hour).padStart(2, '0')}:30:00Z`
      const { points } = valueLine(historyOf(first, ...days.slice(0, -1), last), now)
      expect(points).toHaveLength(401)
      const falls = points.filter(({ at }, index) => at <= (points[index - 1]?.at ?? -Infinity))
      expect(falls).toEqual([])
    }
  })

  test('knows where it ends when the last point is a day', () => {
    expect(drawn('2026-11-12', '2026-11-13').map(([at]) => at)).toEqual([
      '2026-11-13T04:59:59.999Z',
      '2026-11-14T04:59:59.999Z',
    ])
  })

  test('counts the period from where the server counts it', () => {
    const { data } = historyOf('2026-11-13T14:00:00Z')
    expect(valueLine({ data, benchmark: [], metrics }, cents(1_248_632)).period).toEqual({
      amount: 14_814,
      percent: 1.2007,
    })
    expect(valueLine({ data, benchmark: [], metrics }, cents(1_233_818)).period).toEqual({
      amount: 0,
      percent: 0,
    })
  })

  test('has no points where the server has none', () => {
    expect(valueLine(historyOf(), now).points).toEqual([])
  })
})
