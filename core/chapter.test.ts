// When a learner may start over, to the millisecond.
import { expect, test } from 'vitest'

import { startOverRefusal } from './chapter.ts'

const openedAt = Date.parse('2026-11-16T15:00Z')
const thirtyDays = 30 * 86_400_000
const open = { chapter: 1, openedAt, hasTraded: true }

test('the first time is free, however soon', () => {
  expect(startOverRefusal(open, openedAt)).toBeNull()
})

test('a second time comes thirty days after the first', () => {
  const second = { ...open, chapter: 2 }
  const from = openedAt + thirtyDays
  expect(startOverRefusal(second, from - 1)).toEqual({ code: 'too_soon', from })
  expect(startOverRefusal(second, from)).toBeNull()
})

test('a chapter without a trade has nothing to close, also when it would be too soon', () => {
  const idle = { ...open, hasTraded: false }
  expect(startOverRefusal(idle, openedAt)).toEqual({ code: 'nothing_to_close' })
  expect(startOverRefusal({ ...idle, chapter: 2 }, openedAt)).toEqual({ code: 'nothing_to_close' })
})
