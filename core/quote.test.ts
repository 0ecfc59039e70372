import { minuteMs } from './day.ts'
import { describe, expect, it } from 'vitest'

import { cents } from './money.ts'
import { freshnessOf, pricesAround, pricesOf, staleWarning } from './quote.ts'

const at = (iso: string) => Date.parse(iso)

describe('the sides of a price', () => {
  it.each([
    [27.0449, { bid: 27_04, price: 27_04, ask: 27_05 }],
    [27.0451, { bid: 27_04, price: 27_05, ask: 27_05 }],
    [27.5, { bid: 27_50, price: 27_50, ask: 27_50 }],
    [0.0149, { bid: 1, price: 1, ask: 2 }],
    [0.0001, { bid: 1, price: 1, ask: 1 }],
  ])('of %d dollars are whole cents below and above', (dollars, prices) => {
    expect(pricesOf(dollars)).toEqual(prices)
  })

  it.each([
    [27_04, { bid: 27_03, price: 27_04, ask: 27_05 }],
    [1, { bid: 1, price: 1, ask: 2 }],
  ])(
    'of %d cents, of which nobody knows the fraction, are a cent below and above',
    (price, prices) => {
      expect(pricesAround(cents(price))).toEqual(prices)
    },
  )
})

describe('a price of a market with hours', () => {
  it.each([
    ['just now', '2026-11-13T15:00:00Z', '2026-11-13T15:00:00Z', true, 0],
    ['exactly three hours old', '2026-11-13T15:00:00Z', '2026-11-13T18:00:00Z', true, 3],
    ['a minute more than three hours', '2026-11-13T15:00:00Z', '2026-11-13T18:01:00Z', false, 3],
    ['4.2 hours old', '2026-11-13T15:00:00Z', '2026-11-13T19:12:00Z', false, 4.2],
    ['the close, on Sunday', '2026-11-13T21:00:00Z', '2026-11-15T12:00:00Z', true, 39],
    [
      'some seconds before the close, on Sunday',
      '2026-11-13T20:59:30Z',
      '2026-11-15T12:00:00Z',
      true,
      39,
    ],
    [
      '60 seconds before the close, on Sunday',
      '2026-11-13T20:59:00Z',
      '2026-11-15T12:00:00Z',
      true,
      39,
    ],
    [
      '61 seconds before the close, on Sunday',
      '2026-11-13T20:58:59Z',
      '2026-11-15T12:00:00Z',
      false,
      39,
    ],
    [
      'an hour before the close, on Sunday',
      '2026-11-13T20:00:00Z',
      '2026-11-15T12:00:00Z',
      false,
      40,
    ],
    [
      'the close of Friday, on Monday at the open',
      '2026-11-13T21:00:00Z',
      '2026-11-16T14:30:00Z',
      true,
      65.5,
    ],
    [
      'the close of Friday, on Monday at noon',
      '2026-11-13T21:00:00Z',
      '2026-11-16T17:00:00Z',
      false,
      68,
    ],
    ['the close before a holiday', '2026-11-25T21:00:00Z', '2026-11-27T14:00:00Z', true, 41],
    ['from a clock that runs ahead', '2026-11-13T15:01:00Z', '2026-11-13T15:00:00Z', true, 0],
  ])('%s', (_case, taken, now, isFresh, ageHours) => {
    expect(freshnessOf(at(taken), at(now), 'nyse')).toEqual({ isFresh, ageHours })
  })
})

it('a market that never closes knows no rest', () => {
  const taken = at('2026-11-14T15:00:00Z')
  expect(freshnessOf(taken, taken + 181 * minuteMs, 'always').isFresh).toBe(false)
})

it('the warning has the words of the product, with one decimal', () => {
  const taken = at('2026-11-13T15:00:00Z')
  expect(staleWarning(freshnessOf(taken, taken + 252 * minuteMs, 'nyse'))).toBe(
    'Price data is 4.2 hours old. Fresh data updates every 3 hours during market hours.',
  )
  expect(staleWarning(freshnessOf(taken, taken + 300 * minuteMs, 'nyse'))).toContain('5.0 hours')
  expect(staleWarning(freshnessOf(taken, taken, 'nyse'))).toBeNull()
})
