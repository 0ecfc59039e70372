// Tests the movement between the last two rankings, and the best rank, by worked examples.
import { expect, test } from 'vitest'

import { movesOf } from './your-place.tsx'

const ranks = (...list: number[]) =>
  list.map((rank, index) => ({ date: `2026-11-0${index + 1}`, rank }))

test.each([
  { list: [45, 42], places: 3 },
  { list: [1, 2], places: -1 },
  { list: [10, 3, 3], places: 0 },
  { list: [7, 2, 30], places: -28 },
])('$list is a move by $places', ({ list, places }) => {
  expect(movesOf(ranks(...list))?.places).toBe(places)
})

test('it is counted from the ranking before the last one', () => {
  expect(movesOf(ranks(5, 6, 4))?.since).toBe('2026-11-02')
})

test('the best day is the latest of the best', () => {
  expect(movesOf(ranks(5, 2, 9, 2, 3))?.best).toEqual({ date: '2026-11-04', rank: 2 })
})

test.each([[[]], [[4]]])('nobody has moved in %j', (list) => {
  expect(movesOf(ranks(...list))).toBeNull()
})
