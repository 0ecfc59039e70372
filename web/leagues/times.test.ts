// Tests how long a league still runs in words, and when its state is asked for again.
import { describe, expect, test } from 'vitest'

import { instantNow } from '../ui/instant.ts'
import { league, over, upcoming } from '../testing/leagues.ts'
import { countdown, exactTime, nextChangeIn } from './times.ts'

const second = 1000
const hour = 3_600_000
const day = 24 * hour
const end = Date.parse(league.ends_at)
const start = Date.parse(upcoming.starts_at)

describe('the countdown', () => {
  test.each<[number, string]>([
    [12 * day + hour, '12 days left'],
    [day, '1 day left'],
    [day - second, '23 hours left'],
    [hour, '1 hour left'],
    [hour - second, '59 minutes left'],
    [59 * second, 'less than a minute left'],
    // The clock of the browser is ahead of the server's.
    [-hour, 'less than a minute left'],
  ])('%i ms before the end', (before, words) => {
    expect(countdown(league, end - before)).toBe(words)
  })

  test('leads to the start before it, and is gone after the end', () => {
    expect(countdown({ ...league, ...upcoming }, start - 3 * hour)).toBe('Starts in 3 hours')
    expect(countdown({ ...league, ...over })).toBe('Over')
  })
})

test('an exact time names its zone', () => {
  expect(exactTime(league.ends_at)).toMatch(/^Dec \d+, 2036, \d+:\d\d [AP]M \S+$/)
})

describe('the next question for the state', () => {
  const soon = { ...league, ends_at: new Date(instantNow() + hour).toISOString() }

  test('comes with the first start or end', () => {
    const ms = nextChangeIn([league, soon, { ...league, ...over }])
    expect(ms).toBeGreaterThan(hour - 10 * second)
    expect(ms).toBeLessThanOrEqual(hour)
  })

  test('comes after a day at the latest, and not at once where the end should have come', () => {
    expect(nextChangeIn([league])).toBe(day)
    expect(nextChangeIn([{ ...league, ends_at: over.ends_at }])).toBe(5 * second)
  })

  test('never comes once all are over', () => {
    expect(nextChangeIn([{ ...league, ...over }])).toBe(false)
  })
})
