// Forecasts: their terms, their scores, and the examples that docs/journal.md works by hand.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { asDay, instantAt, hourMs } from './day.ts'
import {
  brierOf,
  brierOfHalf,
  confidences,
  levelsOf,
  scoreOf,
  termOf,
  wilson,
  type Forecast,
} from './journal.ts'
import { seeded } from './random.ts'

const at = (day: string, hour: number): number => instantAt(asDay(day), hour * hourMs)

describe('the term of a forecast', () => {
  test('goes from the close of the day to the close 30 days later, also over a clock change', () => {
    // Summer time ends on November 1.
    expect(termOf(at('2026-10-20', 15), 'always', null)).toEqual({
      from: '2026-10-20',
      to: '2026-11-19',
      dueAt: at('2026-11-20', 0),
      lapses: false,
    })
  })

  test('a fill at midnight belongs to the day that begins', () => {
    expect(termOf(at('2026-10-20', 0), 'always', null)).toMatchObject({ from: '2026-10-20' })
    expect(termOf(at('2026-10-20', 0) - 1, 'always', null)).toMatchObject({ from: '2026-10-19' })
  })

  test('ends with the first session from the 30th day on where the market has sessions', () => {
    // January 29 plus 30 days is February 28, a Saturday.
    expect(termOf(at('2026-01-29', 10), 'nyse', null)).toMatchObject({
      from: '2026-01-29',
      to: '2026-03-02',
      dueAt: at('2026-03-02', 16),
    })
  })

  test('a portfolio that ends at the last close changes nothing', () => {
    const due = at('2026-11-20', 0)
    const whole = termOf(at('2026-10-20', 15), 'always', null)
    expect(termOf(at('2026-10-20', 15), 'always', due)).toEqual(whole)
    expect(termOf(at('2026-10-20', 15), 'always', due - 1)).toEqual({
      from: '2026-10-20',
      to: '2026-11-18',
      dueAt: due - 1,
      lapses: false,
    })
  })

  test('lapses if fewer than five closes have passed by the end', () => {
    const filled = at('2026-10-20', 15)
    // The closes of October 20 to 24 are five; that of the 24th is at midnight.
    expect(termOf(filled, 'always', at('2026-10-25', 0))).toMatchObject({
      to: '2026-10-24',
      lapses: false,
    })
    expect(termOf(filled, 'always', at('2026-10-25', 0) - 1)).toMatchObject({ lapses: true })
    expect(termOf(filled, 'always', filled)).toMatchObject({ lapses: true, dueAt: filled })
  })
})

describe('a forecast', () => {
  test('of a purchase is right if the stock did better, of a sale if it did worse', () => {
    expect(scoreOf('BUY', 3.1, 1.2)).toBe('right')
    expect(scoreOf('BUY', -3.1, 1.2)).toBe('wrong')
    expect(scoreOf('SELL', 3.1, 1.2)).toBe('wrong')
    expect(scoreOf('SELL', -3.1, -1.2)).toBe('right')
  })

  test('is even within 0.05 points, the limit included', () => {
    // 1.05 - 1 is 0.050000000000000044 in binary.
    expect(scoreOf('BUY', 1.05, 1)).toBe('even')
    expect(scoreOf('SELL', 1.05, 1)).toBe('even')
    expect(scoreOf('BUY', 1.0501, 1)).toBe('right')
    expect(scoreOf('BUY', 0.9499, 1)).toBe('wrong')
  })
})

const forecast = (confidence: Forecast['confidence'], outcome: Forecast['outcome']): Forecast => ({
  confidence,
  outcome,
})

describe('the examples of docs/journal.md', () => {
  test('5 of 11: from 24.2 % to 68.5 %', () => {
    expect(wilson(5, 11)).toEqual({ low: 24.2105, high: 68.4932 })
  })

  test('a Brier score of 0.21', () => {
    const four = [
      forecast(80, 'right'),
      forecast(80, 'wrong'),
      forecast(60, 'right'),
      forecast(50, 'even'),
    ]
    expect(brierOf(four)).toBe(0.21)
    expect(
      levelsOf(four).map(({ confidence, forecasts, right }) => [confidence, forecasts, right]),
    ).toEqual([
      [50, 1, 0.5],
      [60, 1, 1],
      [80, 2, 1],
    ])
  })
})

test('an interval lies within 0 and 100 % and around the rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(1000), (of, part) => {
      const right = Math.min(of, Math.round((2 * of * part) / 1000) / 2)
      const { low, high } = wilson(right, of)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(100)
      expect(low).toBeLessThanOrEqual((right / of) * 100 + 1e-4)
      expect(high).toBeGreaterThanOrEqual((right / of) * 100 - 1e-4)
    }),
  )
  expect(wilson(0, 10).low).toBe(0)
  expect(wilson(10, 10).high).toBe(100)
})

test('always saying 50 % scores 0.25, and without forecasts there is no score', () => {
  expect(brierOf([forecast(50, 'right'), forecast(50, 'wrong'), forecast(50, 'wrong')])).toBe(
    brierOfHalf,
  )
  expect(brierOf([])).toBeNull()
})

test('10,000 forecasters by chance score what arithmetic predicts', () => {
  const random = seeded(20)
  const perForecaster = 12
  const scores = Array.from({ length: 10_000 }, () => {
    const forecasts = Array.from({ length: perForecaster }, () =>
      forecast(
        confidences[Math.floor(random() * confidences.length)] ?? 50,
        random() < 0.5 ? 'right' : 'wrong',
      ),
    )
    return brierOf(forecasts) ?? 0
  })
  // Of a number c by chance: ((1 - c)^2 + c^2) / 2, which is 0.25 + (c - 0.5)^2.
  const predicted =
    confidences.reduce((sum, c) => sum + 0.25 + (c / 100 - 0.5) ** 2, 0) / confidences.length
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length - 1)
  expect(Math.abs(mean - predicted)).toBeLessThan(3 * Math.sqrt(variance / scores.length))
})
