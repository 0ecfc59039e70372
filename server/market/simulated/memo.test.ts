// A memory that forgets, but never what was just used.
import { expect, test } from 'vitest'
import { remember } from './memo.ts'

test('answers from memory, and forgets beyond its limit', () => {
  const computed: number[] = []
  const square = remember(4, (n: number) => {
    computed.push(n)
    return n * n
  })
  expect([1, 1, 2, 1].map(square)).toEqual([1, 1, 4, 1])
  expect(computed).toEqual([1, 2])
  // The first generation is full: 3 and 4 begin the second, 5 and 6 the third.
  for (const n of [3, 4, 5, 6]) square(n)
  computed.length = 0
  for (const n of [6, 5, 1]) square(n)
  expect(computed).toEqual([1])
})
