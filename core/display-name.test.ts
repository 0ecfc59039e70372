// Generated names keep the rules that a chosen one must keep.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { makeDisplayName } from './display-name.ts'

test('a name is two words and a number, and fits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { minLength: 3, maxLength: 3 }),
      (rolls) => {
        const left = [...rolls]
        const name = makeDisplayName((n) => Math.floor((left.shift() ?? 0) * n))
        expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d{2,4}$/)
        expect(name.length).toBeLessThanOrEqual(24)
      },
    ),
  )
})

test('there are enough of them for a whole country of schools', () => {
  const sizes: number[] = []
  makeDisplayName((n) => {
    sizes.push(n)
    return 0
  })
  expect(sizes.reduce((product, size) => product * size, 1)).toBeGreaterThan(40_000_000)
})
