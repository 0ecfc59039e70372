// What an organiser does to the clock of a lesson: start, pause, resume and end. Each is decided under the lock of the
// clock, and takes effect with a later tick than the one in which it is decided.
import {
  countdownMs,
  endOf,
  endTickAt,
  momentOf,
  nextTickAt,
  pauseTo,
  type LessonClock,
  type Pause,
} from '@tengrand/core/lesson.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { countRunning, isIdle } from './running.ts'
import { readLessons, readLessonsInOutage, takeChangeLock, type Lesson } from './store.ts'

export interface ClockDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
}

export type ClockChange = 'start' | 'pause' | 'resume' | 'end'

type Code =
  | 'unavailable'
  | 'not_a_lesson'
  | 'contest_not_begun'
  | 'contest_over'
  | 'too_many_lessons'

/**
 * Does nothing where the lesson is in that state already, so a repeated request changes nothing. Returns why the change is
 * not possible, or null.
 */
export const changeClock = (
  deps: ClockDeps,
  lessonId: number,
  change: ClockChange,
  runningMax = Infinity,
): Promise<Code | null> =>
  withClock(deps, lessonId, async (tx, lesson, now) => {
    const { state } = momentOf(lesson.clock, now)
    const isOneMore =
      change === 'start' ? state === 'lobby' : change === 'resume' && isIdle(lesson.clock, now)
    if (isOneMore && (await countRunning(tx, now)) >= runningMax) return 'too_many_lessons'
    return changeIn(tx, lesson, change, now)
  })

async function changeIn(
  tx: Tx,
  { contestId, clock }: Lesson,
  change: ClockChange,
  now: number,
): Promise<Code | null> {
  const { state } = momentOf(clock, now)
  if (change === 'start' && clock.startsAt !== null) return null
  if (state === 'over' && change !== 'end') return 'contest_over'
  const isBefore = state === 'lobby' || state === 'countdown'
  if (isBefore && change !== 'start') return 'contest_not_begun'
  await changes[change](tx, contestId, clock, now)
  return null
}

/** For operators: ends a lesson in a transaction of theirs. False if it has not begun or is over. */
export async function endInTransaction(tx: Tx, lessonId: number, now: () => number) {
  await takeChangeLock(tx, lessonId)
  const [lesson] = await readLessons(tx, [lessonId])
  const at = now()
  if (lesson === undefined || momentOf(lesson.clock, at).state === 'over') return false
  return (await changeIn(tx, lesson, 'end', at)) === null
}

/** For lessons without an organiser: nobody else could end the pause. */
export async function endPauses(tx: Tx, lessonIds: readonly number[]): Promise<void> {
  for (const id of lessonIds) {
    await takeChangeLock(tx, id)
    const [lesson] = await readLessonsInOutage(tx, [id])
    const open = lesson?.clock.pauses.find(({ to }) => to === null)
    if (lesson && open) await endPause(tx, id, open, pauseTo(open.from, lesson.readAt))
  }
}

/** Works on the clock under its lock; orders of the lesson wait meanwhile, so it must not wait long itself. */
function withClock<T>(
  { db, clock }: ClockDeps,
  lessonId: number,
  work: (tx: Tx, lesson: Lesson, now: number) => Promise<T>,
): Promise<T | 'unavailable' | 'not_a_lesson'> {
  const shownBefore = clock.shownUntil()
  return db.transaction(
    async (tx) => {
      await takeChangeLock(tx, lessonId)
      const [lesson] = await readLessons(tx, [lessonId])
      if (lesson === undefined) return 'not_a_lesson'
      const now = clock.decidedAt(lesson.readAt, shownBefore)
      return now === null ? 'unavailable' : work(tx, lesson, now)
    },
    { lockWaitMs: 5_000 },
  )
}

type Change = (tx: Tx, lessonId: number, clock: LessonClock, now: number) => Promise<unknown>

const changes: Readonly<Record<ClockChange, Change>> = {
  start: (tx, id, _clock, now) =>
    tx.query('update contest set starts_at = $2 where id = $1', [id, new Date(now + countdownMs)]),

  pause: async (tx, id, clock, now) => {
    const last = clock.pauses.at(-1)
    if (last === undefined || (last.to !== null && last.to <= now)) {
      await tx.query('insert into contest_pause (contest_id, began_at) values ($1, $2)', [
        id,
        new Date(nextTickAt(clock, now)),
      ])
    } else if (last.to !== null) {
      // It was to end in a moment.
      await endPause(tx, id, last, null)
    }
  },

  resume: async (tx, id, { pauses }, now) => {
    const open = pauses.find(({ to }) => to === null)
    if (open !== undefined) await endPause(tx, id, open, pauseTo(open.from, now))
  },

  end: (tx, id, clock, now) => setEndTick(tx, id, endTickAt(clock, now)),
}

const endPause = (tx: Tx, id: number, { from }: Pause, to: number | null) =>
  tx.query('update contest_pause set ended_at = $3 where contest_id = $1 and began_at = $2', [
    id,
    new Date(from),
    to === null ? null : new Date(to),
  ])

const setEndTick = (tx: Tx, id: number, tick: number) =>
  tx.query(
    `update market set end_tick = least(end_tick, $2) where id = (select market_id from contest where id = $1)`,
    [id, tick],
  )

/** Stores the end of a lesson that is over, whatever has ended it. False while it is not. */
export async function storeEnd(deps: ClockDeps, lessonId: number): Promise<boolean> {
  const stored = await withClock(deps, lessonId, async (tx, { clock }, now) => {
    const { state, tick } = momentOf(clock, now)
    if (state !== 'over') return false
    await setEndTick(tx, lessonId, tick)
    await tx.query('update contest set ends_at = $2 where id = $1', [
      lessonId,
      new Date(endOf(clock)),
    ])
    return true
  })
  return stored === true
}

/**
 * The time in which no node ran is a pause of every lesson that ran then. It begins with the tick after the last moment
 * that may have been shown.
 */
export async function pauseForOutage(tx: Tx, outageFrom: number): Promise<void> {
  const running = await tx.query<{ id: number }>(
    `select id from contest where kind = 'lesson' and starts_at is not null and ends_at is null order by id`,
  )
  for (const { id } of running) {
    await takeChangeLock(tx, id)
    const [lesson] = await readLessonsInOutage(tx, [id])
    if (lesson !== undefined) await pauseSince(tx, lesson, outageFrom)
  }
}

async function pauseSince(
  tx: Tx,
  { contestId, clock, readAt: now }: Lesson,
  outageFrom: number,
): Promise<void> {
  if (now < outageFrom || momentOf(clock, outageFrom).state === 'over') return
  const standing = clock.pauses.find(({ to }) => to === null || to > outageFrom)
  if (standing !== undefined) {
    if (standing.to !== null) await endPause(tx, contestId, standing, pauseTo(standing.from, now))
    return
  }
  const from = nextTickAt(clock, outageFrom)
  if (from >= now) return
  await tx.query('insert into contest_pause (contest_id, began_at, ended_at) values ($1, $2, $3)', [
    contestId,
    new Date(from),
    new Date(pauseTo(from, now)),
  ])
}
