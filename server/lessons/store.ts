// Reads lessons from the database: what their prices follow from, and their clocks.
import type { LessonClock, LessonSpan, LessonTerms, Pause } from '@tengrand/core/lesson.ts'
import type { Cents } from '@tengrand/core/money.ts'

import { msOf } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import type { LessonSeed } from '../market/simulated/lesson.ts'
import type { SimulationVersion } from '../market/simulated/dice.ts'

/** A lesson as it is at `readAt`, by the clock of the database. */
export interface Lesson {
  readonly contestId: number
  readonly seed: LessonSeed
  readonly terms: LessonTerms
  readonly clock: LessonClock
  readonly readAt: number
}

interface Row extends Omit<LessonClock, 'pauses'> {
  readonly contestId: number
  readonly secret: Buffer
  readonly version: SimulationVersion
  readonly companies: readonly number[]
  readonly startingPrices: readonly string[]
  readonly opensAt: number
  readonly span: LessonSpan
  readonly minutes: number
  readonly pauses: readonly Pause[]
  readonly readAt: number
}

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

/** The same; waits for changes that are under way. In the order of ids, as everybody does. */
export async function takeReadLocks(tx: Tx, lessonIds: readonly number[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock_shared(${clockLocks}, id)
     from (select id from unnest($1::integer[]) as lesson (id) order by id) ordered`,
    [lessonIds],
  )
}

export async function takeChangeLock(tx: Tx, lessonId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${clockLocks}, $1::integer)`, [lessonId])
}

/** The first of the two numbers of an advisory lock; the second is the lesson's. */
const clockLocks = 7_264_007

/** The clocks must be locked. */
export async function readLessons(tx: Tx, lessonIds: readonly number[]): Promise<Lesson[]> {
  const rows = await tx.query<Row>(
    `select c.id as "contestId", market.secret, version, companies, market.starting_cents as "startingPrices",
       ${msOf('opens_at')} as "opensAt", span, minutes, end_tick as "endTick", ${msOf('created_at')} as "createdAt",
       ${msOf('starts_at')} as "startsAt", ${msOf('clock_timestamp()')} as "readAt", (
         select coalesce(json_agg(json_build_object(
           'from', ${msOf('began_at')}, 'to', ${msOf('ended_at')}
         ) order by began_at), '[]') from contest_pause where contest_id = c.id
       ) as pauses
     from contest c join market on market.id = c.market_id
     where c.id = any($1::integer[]) and c.kind = 'lesson' order by c.id`,
    [lessonIds],
  )
  return rows.map(lessonOf)
}

function lessonOf(row: Row): Lesson {
  const { contestId, secret, version, companies, startingPrices, opensAt, span, minutes } = row
  const { createdAt, startsAt, pauses, endTick, readAt } = row
  return {
    contestId,
    seed: {
      secret,
      version,
      order: companies,
      startingPrices: startingPrices.map((price) => Number(price) as Cents),
      opensAt,
    },
    terms: { opensAt, span, minutes },
    clock: { createdAt, startsAt, pauses, endTick },
    readAt,
  }
}
