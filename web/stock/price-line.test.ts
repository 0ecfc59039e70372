// Tests the line of a stock's chart, which ends at the current price, and the change over the period.
// @vitest-environment node
import { cents } from '@tengrand/core/money.ts'
import { describe, expect, test } from 'vitest'

import { isDaily, priceLine } from './price-line.ts'

const hourly = {
  historical_data: [
    { date: '2026-11-13T14:00:00Z', price: 180 },
    { date: '2026-11-13T15:00:00Z', price: 188.5 },
  ],
  metrics: { period_return: 8.5, period_return_percent: 4.7222 },
  error: null,
}
const daily = {
  ...hourly,
  historical_data: [
    { date: '2026-11-12', price: 180 },
    { date: '2026-11-13', price: 188.5 },
  ],
}
const now = (price: number, at: string | null) => ({
  price: cents(price),
  at: at === null ? null : Date.parse(at),
})
const drawn = (...asked: Parameters<typeof priceLine>) =>
  priceLine(...asked)?.points.map(({ at, value }) => [new Date(at).toISOString(), value])

describe('priceLine', () => {
  test('goes on to the price of the moment', () => {
    expect(drawn(hourly, now(19_000, '2026-11-13T15:20:00Z'))).toEqual([
      ['2026-11-13T14:00:00.000Z', 18_000],
      ['2026-11-13T15:00:00.000Z', 18_850],
      ['2026-11-13T15:20:00.000Z', 19_000],
    ])
  })

  test.each(['2026-11-13T14:59:00Z', null])('ends in the price of the moment, at %s', (at) => {
    expect(drawn(hourly, now(19_000, at))).toEqual([
      ['2026-11-13T14:00:00.000Z', 18_000],
      ['2026-11-13T15:00:00.000Z', 19_000],
    ])
  })

  test('has one point for a day, which begins in New York', () => {
    expect(drawn(daily, now(19_000, '2026-11-14T02:00:00Z'))).toEqual([
      ['2026-11-12T05:00:00.000Z', 18_000],
      ['2026-11-13T05:00:00.000Z', 19_000],
    ])
    expect(drawn(daily, now(19_000, '2026-11-14T15:00:00Z'))?.at(-1)).toEqual([
      '2026-11-14T15:00:00.000Z',
      19_000,
    ])
  })

  test('counts the change from where the server counts it', () => {
    expect(priceLine(hourly, now(18_850, null))?.change).toEqual({ amount: 850, percent: 4.7222 })
    expect(priceLine(hourly, now(17_100, null))?.change).toEqual({ amount: -900, percent: -5 })
  })

  test('takes the percentage of the server where it cannot be counted', () => {
    const metrics = { period_return: 188.5, period_return_percent: 0 }
    expect(priceLine({ ...hourly, metrics }, now(18_850, null))?.change.percent).toBe(0)
  })

  test('is nothing without a history', () => {
    expect(priceLine({ ...hourly, historical_data: [] }, now(18_850, null))).toBeNull()
  })
})

test('isDaily knows days from hours', () => {
  expect([isDaily(daily), isDaily(hourly)]).toEqual([true, false])
})
