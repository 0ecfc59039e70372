// A clock whose time the test sets, instead of the database's clock.
import type { Clock } from '../clock.ts'

export const clockOf = (now: () => number): Clock => ({
  now,
  monotonic: now,
  shownAt: now,
  shownUntil: now,
  decidedAt: () => now(),
  check: () => undefined,
})
