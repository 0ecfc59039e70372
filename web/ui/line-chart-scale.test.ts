// Tests the scale of a line chart, by worked examples and for many ranges.
// @vitest-environment node
import { dayOf } from '@tengrand/core/day.ts'
import { cents } from '@tengrand/core/money.ts'
import { describe, expect, test } from 'vitest'

import { makeScale, niceDays, niceValues, padPrice } from './line-chart-scale.ts'

const at = (text: string) => Date.parse(text)

describe('niceValues', () => {
  test.each([
    { bottom: 18_112, top: 19_084, values: [18_250, 18_500, 18_750, 19_000] },
    { bottom: 1_650, top: 1_760, values: [1_650, 1_700, 1_750] },
    { bottom: 1_695, top: 1_715, values: [1_695, 1_700, 1_705, 1_710, 1_715] },
    { bottom: 1_220_000, top: 1_310_000, values: [1_225_000, 1_250_000, 1_275_000, 1_300_000] },
  ])('between $bottom and $top cents', ({ bottom, top, values }) => {
    expect(niceValues(bottom, top)).toEqual(values)
  })

  test('are three to five for every price and every span that padding leaves', () => {
    const wrong: number[][] = []
    for (let low = 100; low < 100_000; low = Math.ceil(low * 1.13)) {
      for (let span = 0; span < low * 2; span = Math.ceil((span + 1) * 1.07)) {
        const room = padPrice(low, low + span)
        const { length } = niceValues(low - room, low + span + room)
        if (length < 3 || length > 5) wrong.push([low, span, length])
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('makeScale', () => {
  const points = [
    { at: at('2026-11-06T15:00Z'), value: cents(10_000) },
    { at: at('2026-11-13T15:00Z'), value: cents(12_000) },
  ]

  test('runs from left to right and from the bottom to the top, padded in proportion', () => {
    const { x, y } = makeScale(points, padPrice)
    expect(x(at('2026-11-06T15:00Z'))).toBe(0)
    expect(x(at('2026-11-10T03:00Z'))).toBe(0.5)
    expect(y(9_800)).toBe(1)
    expect(y(11_000)).toBeCloseTo(0.5)
    expect(y(12_200)).toBe(0)
  })

  test('takes another padding', () => {
    const { y } = makeScale(points, () => 10_000)
    expect([y(0), y(22_000)]).toEqual([1, 0])
  })

  test('names where the data begins and some days of New York, up to the last', () => {
    expect(niceDays(at('2026-11-06T15:00Z'), at('2026-11-13T15:00Z'))).toEqual([
      at('2026-11-06T15:00Z'),
      ...[9, 11, 13].map((day) => Date.UTC(2026, 10, day, 5)),
    ])
  })

  test.each([
    { from: '2026-05-15', to: '2026-11-15', expected: ['07', '09', '11'] },
    { from: '2025-11-15', to: '2026-11-15', expected: ['02', '05', '08', '11'] },
    { from: '2026-01-01', to: '2026-11-15', expected: ['05', '08', '11'] },
  ])('names the beginning and first days of months from $from to $to', ({ from, to, expected }) => {
    const days = niceDays(at(`${from}T15:00Z`), at(`${to}T15:00Z`))
    expect(days.map(dayOf)).toEqual([from, ...expected.map((month) => `2026-${month}-01`)])
  })

  test('names days up to a hundred of them', () => {
    const days = niceDays(at('2026-08-07T15:00Z'), at('2026-11-15T15:00Z'))
    const named = '2026-08-07 2026-09-10 2026-10-02 2026-10-24 2026-11-15'
    expect(days.map(dayOf).join(' ')).toBe(named)
  })

  test('names the two ends within one day', () => {
    const ends = [at('2026-11-13T14:41Z'), at('2026-11-13T15:02Z')] as const
    expect(niceDays(...ends)).toEqual(ends)
  })

  test('knows which values lie inside its axis', () => {
    const { has } = makeScale(points, () => 100)
    const inside = [9_899, 9_900, 11_000, 12_100, 12_101].map(has)
    expect(inside).toEqual([false, true, true, true, false])
  })

  test('puts a single point in the middle, and names no day', () => {
    const { x, y, values } = makeScale([{ at: 0, value: cents(24_105) }], padPrice)
    expect([x(0), y(24_105)]).toEqual([0.5, 0.5])
    expect(values.length).toBeGreaterThan(2)
    expect(niceDays(0, 0)).toEqual([])
  })
})
