// Counts the lessons that run, on all nodes together: so many may run at a time, whether they are started or go on.
import { hourMs } from '@tengrand/core/day.ts'
import { momentOf, type LessonClock } from '@tengrand/core/lesson.ts'

import type { Tx } from '../db/handle.ts'
import { takeStartLock } from './store.ts'

/** A lesson that is paused for longer does not count as running: it could keep others from starting. */
const idleMs = hourMs

/** Whether a lesson does not count until it is resumed. */
export const isIdle = (clock: LessonClock, now: number): boolean =>
  momentOf(clock, now).state === 'paused' &&
  clock.pauses.some(({ from, to }) => to === null && from < now - idleMs)

/** At an instant that was decided under the lock of a clock. */
export async function countRunning(tx: Tx, now: number): Promise<number> {
  await takeStartLock(tx)
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from contest
     where kind = 'lesson' and starts_at is not null and ends_at is null and not exists (
       select from contest_pause where contest_id = contest.id and ended_at is null and began_at < $1
     )`,
    [new Date(now - idleMs)],
  )
  return row?.count ?? 0
}
