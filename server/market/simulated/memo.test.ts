// A memory that forgets what it learned longest ago.
import { expect, test } from 'vitest'
import { remember } from './memo.ts'

test('a remembered value is answered from memory, and forgotten beyond its limit', () => {
  const computed: number[] = []
  const square = remember(4, (n: number) => {
    computed.push(n)
    return n * n
  })
  expect([1, 1, 2, 1].map(square)).toEqual([1, 1, 4, 1])
  expect(computed).toEqual([1, 2])
  for (const n of [3, 4, 5, 6]) square(n)
  computed.length = 0
  for (const n of [6, 5, 1]) square(n)
  expect(computed).toEqual([1])
})
