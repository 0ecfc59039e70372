// The canonical text of a value: one for the same value, whatever the order of its names.
import { expect, test } from 'vitest'

import { canonicalJson } from './lesson-proof.ts'

test('names are sorted, and nothing is between the parts', () => {
  expect(canonicalJson({ b: [3, { z: null, y: true }], a: 'one "two"\n', B: -0 })).toBe(
    String.raw`{"B":0,"a":"one \"two\"\n","b":[3,{"y":true,"z":null}]}`,
  )
})

test('the order of names does not matter, that of a list does', () => {
  expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }))
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
})

test.each([0.5, Number.NaN, Infinity, 2 ** 53])('%d is not written', (number) => {
  expect(() => canonicalJson({ number })).toThrow(RangeError)
})
