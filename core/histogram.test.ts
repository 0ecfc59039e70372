// Buckets have round bounds, hold every amount once, and also cover the marked amount.
import { expect, test } from 'vitest'

import { histogramOf } from './histogram.ts'

test('buckets hold every amount once between round bounds', () => {
  const values = Array.from({ length: 1_000 }, (_, place) => 9_000_00 + place * 217.3)
  const buckets = histogramOf(values, 12_000_00)
  expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(1_000)
  expect(buckets.length).toBeGreaterThan(9)
  expect(buckets.length).toBeLessThan(25)
  const step = (buckets[0]?.to ?? 0) - (buckets[0]?.from ?? 0)
  expect(step).toBe(200_00)
  for (const { from, to } of buckets) expect([from % step, to - from]).toEqual([0, step])
  expect(buckets.at(-1)?.to).toBeGreaterThan(12_000_00)
})

test('amounts that are all the same have one bucket', () => {
  expect(histogramOf([10_000_00, 10_000_00], 10_000_00)).toEqual([
    { from: 10_000_00, to: 10_001_00, count: 2 },
  ])
})

test('an amount on a bound is in the bucket above it', () => {
  const [first, second] = histogramOf([100, 200, 2_100], 100)
  expect([first, second]).toEqual([
    { from: 100, to: 200, count: 1 },
    { from: 200, to: 300, count: 1 },
  ])
})
