// A line of the log that comes too often: one a second, and none of them uncounted.
import { beforeEach, expect, test, vi } from 'vitest'

import { createRareLine } from './rare-line.ts'

const second = 1_000

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test('the first line is written at once, and the others of its second as one, with their number', () => {
  const lines: object[] = []
  const write = createRareLine((line) => lines.push(line))
  for (let call = 1; call <= 5; call += 1) write({ call })
  expect(lines).toEqual([{ call: 1, count: 1 }])
  vi.advanceTimersByTime(second)
  expect(lines.slice(1)).toEqual([{ call: 5, count: 4 }])
})

test('a flood of minutes is a line a second, and all are counted', () => {
  const lines: { count?: number }[] = []
  const write = createRareLine((line) => lines.push(line))
  for (let call = 0; call < 6_000; call += 1) {
    write({})
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(second)
  expect(lines.length).toBeLessThanOrEqual(61)
  expect(lines.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(6_000)
})

test('after a quiet second the next line is written at once', () => {
  const lines: object[] = []
  const write = createRareLine((line) => lines.push(line))
  write({})
  vi.advanceTimersByTime(second)
  write({})
  expect(lines).toEqual([{ count: 1 }, { count: 1 }])
})
