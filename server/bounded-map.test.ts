import { expect, test } from 'vitest'

import { BoundedMap } from './bounded-map.ts'

test('so much is remembered, and then the oldest is not any more', () => {
  const map = new BoundedMap<string, number>(3)
  map.set('a', 1).set('b', 2).set('c', 3)
  // Put in again, so that it is no longer the oldest.
  map.set('a', 4)
  map.set('d', 5)
  expect([...map]).toEqual([
    ['c', 3],
    ['a', 4],
    ['d', 5],
  ])
})
