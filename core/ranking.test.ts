// Tests when the next ranking is due.
import { describe, expect, test } from 'vitest'

import { addDays, asDay, dayOf } from './day.ts'
import { isRankingDue, nextRankingAt } from './ranking.ts'

const monday = Date.parse('2026-03-09T15:00Z')

describe('a ranking is due', () => {
  const quiet = { hasContestants: false }
  const busy = { hasContestants: true }
  const dayMs = 86_400_000

  test('when there is none', () => {
    expect(isRankingDue(null, { now: monday, ...quiet })).toBe(true)
    expect(isRankingDue(null, { now: monday, ...busy })).toBe(true)
  })

  test('24 hours after the last, and not sooner', () => {
    const latest = { at: monday, accounts: 7 }
    expect(nextRankingAt(monday)).toBe(monday + dayMs)
    expect(isRankingDue(latest, { now: monday + dayMs - 1, ...busy })).toBe(false)
    expect(isRankingDue(latest, { now: monday + dayMs, ...busy })).toBe(true)
    expect(isRankingDue(latest, { now: monday + 40 * dayMs, ...busy })).toBe(true)
  })

  test('as soon as somebody has traded, where nobody is in the last', () => {
    const latest = { at: monday, accounts: 0 }
    expect(isRankingDue(latest, { now: monday + 1, ...quiet })).toBe(false)
    expect(isRankingDue(latest, { now: monday + 1, ...busy })).toBe(true)
    expect(isRankingDue(latest, { now: monday + dayMs, ...quiet })).toBe(true)
  })

  test('when the last was made by a clock that was ahead', () => {
    const minuteMs = 60_000
    const ahead = (ms: number) => ({ at: monday + ms, accounts: 7 })
    expect(isRankingDue(ahead(400 * dayMs), { now: monday, ...quiet })).toBe(true)
    expect(isRankingDue(ahead(10 * minuteMs), { now: monday, ...quiet })).toBe(true)
    // The clocks of two nodes may differ a little.
    expect(isRankingDue(ahead(2 * minuteMs), { now: monday, ...busy })).toBe(false)
  })

  test.each([
    ['the spring, when a day has 23 hours', '2026-03-07T23:30:00-05:00'],
    ['the autumn, when one has 25', '2026-10-31T23:30:00-04:00'],
    ['looks that come a few seconds late', '2026-06-01T23:59:58-04:00'],
  ])('on every New York day, in spite of %s', (_what, from) => {
    let at = Date.parse(from)
    const days: string[] = []
    for (let count = 0; count < 4; count += 1) {
      days.push(dayOf(at))
      at = nextRankingAt(at) + 5_000
    }
    const [first = asDay('2026-01-01')] = days.map(asDay)
    expect(days).toEqual([0, 1, 2, 3].map((later) => addDays(first, later)))
  })
})
