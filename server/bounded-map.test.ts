import fc from 'fast-check'
import { expect, test } from 'vitest'

import { BoundedMap, memoize } from './bounded-map.ts'

test('a full map forgets the half that was put in the longest ago', () => {
  const map = new BoundedMap<string, number>(4)
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  // Setting the entry again makes it one of the newest.
  map.set('a', 4)
  expect(map.get('b')).toBeUndefined()
  expect([...map]).toEqual([
    ['c', 3],
    ['a', 4],
  ])
})

test('the newest half is always there, and never more than all', () => {
  const puts = fc.array(fc.record({ key: fc.nat(12), value: fc.option(fc.nat()) }))
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 9 }), puts, (sizeMax, all) => {
      const map = new BoundedMap<number, number | null>(sizeMax)
      const newestLast = new Map<number, number | null>()
      for (const { key, value } of all) {
        map.set(key, value)
        newestLast.delete(key)
        newestLast.set(key, value)
        const kept = [...map].map(([which]) => which)
        expect(kept.length).toBeLessThanOrEqual(sizeMax)
        expect(new Set(kept).size).toBe(kept.length)
        const newest = [...newestLast].slice(-Math.floor(sizeMax / 2))
        expect(newest.map(([which]) => [which, map.get(which)])).toEqual(newest)
      }
    }),
  )
})

test('what is taken out is gone, whether it is new or old', () => {
  const map = new BoundedMap<string, number>(4)
  for (const [at, key] of ['old', 'older', 'new'].entries()) map.set(key, at)
  map.delete('old')
  map.delete('new')
  expect([...map]).toEqual([['older', 1]])
  map.set('newest', 3)
  map.clear()
  expect([...map]).toEqual([])
})

test('a remembered value is answered from memory, and forgotten beyond its limit', () => {
  const computed: number[] = []
  const square = memoize(4, (n: number) => {
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
