// When a learner may start over, to the millisecond.
import { expect, test } from 'vitest'

import { rankedAgainAt, startOverRefusal } from './chapter.ts'

const startedOverAt = Date.parse('2026-11-16T15:00Z')
const thirtyDays = 30 * 86_400_000
const first = { startedOverAt: null, hasTraded: true }

test('the first time is free, however soon', () => {
  expect(startOverRefusal(first, startedOverAt)).toBeNull()
})

test('a second time comes thirty days after the first', () => {
  const second = { ...first, startedOverAt }
  const from = startedOverAt + thirtyDays
  expect(startOverRefusal(second, from - 1)).toEqual({ code: 'too_soon', from })
  expect(startOverRefusal(second, from)).toBeNull()
  expect(rankedAgainAt(startedOverAt)).toBe(from)
})

test('a chapter without a trade has nothing to close, also when it would be too soon', () => {
  const idle = { ...first, hasTraded: false }
  expect(startOverRefusal(idle, startedOverAt)).toEqual({ code: 'nothing_to_close' })
  expect(startOverRefusal({ ...idle, startedOverAt }, startedOverAt)).toEqual({
    code: 'nothing_to_close',
  })
})
