// The replacements of Math functions against known values.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exp, log } from './elementary.ts'
import { normalQuantile } from './normal.ts'

test('exp and log agree with the engine to the last digits', () => {
  fc.assert(
    fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (x) => {
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(1e-15)
      expect(Math.abs(log(exp(x)) - x)).toBeLessThan(1e-14)
    }),
    { numRuns: 2000, examples: [[-30], [30], [Math.LN2], [-Math.LN2 / 2], [Number.MIN_VALUE]] },
  )
  expect(() => exp(Infinity)).toThrow('out of reach')
  expect(() => log(0)).toThrow('not a number')
  expect(exp(0)).toBe(1)
  expect(log(1)).toBe(0)
  expect(log(2 ** -54)).toBeCloseTo(-54 * Math.LN2, 13)
})

test.each([
  [0.5, 0],
  [0.25, -0.6744897501960817],
  [0.001, -3.0902323061678136],
  [1e-20, -9.262340089798409],
])('the normal quantile of %d (values of AS 241 and of tables)', (p, expected) => {
  expect(normalQuantile(p)).toBeCloseTo(expected, 14)
})

test('the quantile is odd and grows, across the seams of its three formulas', () => {
  const p = fc.double({ min: 1e-15, max: 0.4999, noNaN: true })
  fc.assert(
    fc.property(p, (low) => {
      expect(normalQuantile(low)).toBeLessThan(normalQuantile(low * 1.0001))
      // 1 - low is rounded, so its complement is not exactly low.
      const high = 1 - low
      expect(normalQuantile(high)).toBe(-normalQuantile(1 - high))
    }),
    { numRuns: 2000, examples: [[0.075], [0.07499], [1.4e-11]] },
  )
})
