// Reads lessons from the database: what their prices follow from, and their clocks.
import type { LessonClock, LessonTerms } from '@tengrand/core/lesson.ts'
import type { Cents } from '@tengrand/core/money.ts'

import { ClockBehind, msOf } from '../clock.ts'
import { markMayLagMs } from '../clock-mark.ts'
import type { Tx } from '../db/handle.ts'
import type { LessonSeed } from '../market/simulated/lesson.ts'

/** A lesson as it is at `readAt`, by the clock of the database. */
export interface Lesson extends LessonSeed, LessonTerms, LessonClock {
  readonly contestId: number
  readonly opensAt: number
  readonly startingCash: Cents
  readonly readAt: number
  /** Whether no node has run for a while, and none has made a pause of it yet. */
  readonly isOutage: boolean
}

/** The lock of a clock for a change. The contest first, as joins and removals do. */
export async function takeChangeLock(tx: Tx, lessonId: number): Promise<void> {
  await tx.query('select from contest where id = $1 for no key update', [lessonId])
  await tx.query(`select pg_advisory_xact_lock(${clockLocks}, $1::integer)`, [lessonId])
}

/** Serializes what adds a running lesson: they are counted. */
export const takeStartLock = (tx: Tx) => tx.query(`select pg_advisory_xact_lock(${clockLocks}, 0)`)

/**
 * Locks the clocks for reading, so that no change of them is under way: one that comes later also decides later. The
 * ids of the lessons whose clocks are not being changed.
 */
export async function tryReadLocks(tx: Tx, lessonIds: readonly number[]): Promise<number[]> {
  const locked = await tx.query<{ id: number }>(
    `select id from unnest($1::integer[]) as lesson (id) where pg_try_advisory_xact_lock_shared(${clockLocks}, id)`,
    [lessonIds],
  )
  return locked.map(({ id }) => id)
}

/** The first of the two numbers of an advisory lock; the second is the lesson's. */
const clockLocks = 7_264_007

/**
 * The same, and reads them; waits for changes that are under way. In the order of ids, as everybody does. A clock cannot
 * change until the end of the transaction.
 */
export async function readLockedLessons(tx: Tx, lessonIds: readonly number[]): Promise<Lesson[]> {
  await tx.query(
    `select pg_advisory_xact_lock_shared(${clockLocks}, id)
     from (select id from unnest($1::integer[]) as lesson (id) order by id) ordered`,
    [lessonIds],
  )
  return readLessons(tx, lessonIds)
}

/** The clocks must be locked. Throws after an outage, until a node has made a pause of it. */
export async function readLessons(tx: Tx, lessonIds: readonly number[]): Promise<Lesson[]> {
  const lessons = await readLessonsInOutage(tx, lessonIds)
  if (lessons.some(({ isOutage }) => isOutage))
    throw new ClockBehind('No node was seen for a while.')
  return lessons
}

export const readLessonsInOutage = (tx: Tx, lessonIds: readonly number[]): Promise<Lesson[]> =>
  tx.query(
    `select c.id as "contestId", market.secret, version, companies as "order",
       market.starting_cents::integer[] as "startingPrices", c.starting_cents as "startingCash",
       ${msOf('opens_at')} as "opensAt", span, minutes, end_tick as "endTick", ${msOf('created_at')} as "createdAt",
       ${msOf('starts_at')} as "startsAt", ${msOf('clock_timestamp()')} as "readAt",
       coalesce((
         select clock_seen_at < clock_timestamp() - $2 * interval '1 ms' from installation
       ), false) as "isOutage", (
         select coalesce(json_agg(json_build_object(
           'from', ${msOf('began_at')}, 'to', ${msOf('ended_at')}
         ) order by began_at), '[]') from contest_pause where contest_id = c.id
       ) as pauses
     from contest c join market on market.id = c.market_id
     where c.id = any($1::integer[]) and c.kind = 'lesson' order by c.id`,
    [lessonIds, markMayLagMs],
  )
