// A clock whose time the test sets, in place of that of the database.
import type { Clock } from '../clock.ts'

export const clockOf = (now: () => number): Clock => ({
  now,
  monotonic: now,
  shownAt: now,
  shownUntil: now,
  decidedAt: () => now(),
  check: () => undefined,
})
