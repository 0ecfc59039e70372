// What an organiser does to the clock of a lesson: start, pause, resume and end. Each is decided under the lock of the
// clock, and takes effect with a later tick than the one in which it is decided.
import {
  countdownMs,
  endTickAt,
  momentOf,
  nextTickAt,
  pauseTo,
  type LessonClock,
} from '@tengrand/core/lesson.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { readLessons, takeChangeLock } from './store.ts'

export interface ClockDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
}

export type ClockChange = 'start' | 'pause' | 'resume' | 'end'

/**
 * Does nothing where the lesson is in that state already, so a repeated request changes nothing. False for a lesson that
 * has gone too far: a start after the end, or a pause before the start.
 */
export function changeClock(
  { db, clock }: ClockDeps,
  lessonId: number,
  change: ClockChange,
): Promise<boolean> {
  const shownBefore = clock.shownUntil()
  return db.transaction(async (tx) => {
    await takeChangeLock(tx, lessonId)
    const [lesson] = await readLessons(tx, [lessonId])
    const now = lesson === undefined ? null : clock.decidedAt(lesson.readAt, shownBefore)
    if (lesson === undefined || now === null) return false
    return changes[change](tx, lessonId, lesson.clock, now)
  }, shortly)
}

/** Orders of the lesson wait for the change meanwhile, so it must not wait long itself. */
const shortly = { lockWaitMs: 5_000 }

type Change = (tx: Tx, lessonId: number, clock: LessonClock, now: number) => Promise<boolean>

const changes: Readonly<Record<ClockChange, Change>> = {
  start: async (tx, id, clock, now) => {
    const { state } = momentOf(clock, now)
    if (state !== 'lobby') return state !== 'over'
    await tx.query('update contest set starts_at = $2 where id = $1', [
      id,
      new Date(now + countdownMs),
    ])
    return true
  },

  pause: async (tx, id, clock, now) => {
    const { state } = momentOf(clock, now)
    if (state !== 'running' && state !== 'paused') return false
    const last = clock.pauses.at(-1)
    if (last?.to === null) return true
    if (state === 'paused') {
      // It was to end in a moment.
      await tx.query(
        'update contest_pause set ended_at = null where contest_id = $1 and began_at = $2',
        [id, new Date(last?.from ?? 0)],
      )
      return true
    }
    await tx.query('insert into contest_pause (contest_id, began_at) values ($1, $2)', [
      id,
      new Date(nextTickAt(clock, now)),
    ])
    return true
  },

  resume: async (tx, id, clock, now) => {
    const { state } = momentOf(clock, now)
    if (state !== 'running' && state !== 'paused') return false
    const open = clock.pauses.find(({ to }) => to === null)
    if (open === undefined) return true
    await tx.query(
      'update contest_pause set ended_at = $2 where contest_id = $1 and ended_at is null',
      [id, new Date(pauseTo(open.from, now))],
    )
    return true
  },

  end: async (tx, id, clock, now) => {
    const { state } = momentOf(clock, now)
    if (state === 'lobby' || state === 'countdown') return false
    if (state === 'over') return true
    await tx.query(
      `update market set end_tick = least(end_tick, $2) where id = (select market_id from contest where id = $1)`,
      [id, endTickAt(clock, now)],
    )
    return true
  },
}
