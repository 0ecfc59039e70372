// What an organiser does to the clock of a lesson: start, pause, resume and end. Each is decided under the lock of the
// clock, and takes effect with a later tick than the one in which it is decided.
import { hourMs } from '@tengrand/core/day.ts'
import {
  countdownMs,
  endOf,
  endTickAt,
  momentOf,
  nextTickAt,
  pauseTo,
  type Pause,
} from '@tengrand/core/lesson.ts'

import type { Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import {
  readLessons,
  readLessonsInOutage,
  takeChangeLock,
  takeStartLock,
  type Lesson,
} from './store.ts'

export interface ClockDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
}

export type ClockChange = 'start' | 'pause' | 'resume' | 'end'

/**
 * Does nothing where the lesson is in that state already, so a repeated request changes nothing. Returns why the change is
 * not possible, or null.
 */
export const changeClock = (
  deps: ClockDeps,
  lessonId: number,
  change: ClockChange,
  runningMax = Infinity,
) =>
  withClock(deps, lessonId, async (tx, lesson, now) => {
    const { state } = momentOf(lesson, now)
    const isIdle =
      state === 'paused' && lesson.pauses.some(({ from, to }) => to === null && from < now - idleMs)
    const isOneMore = change === 'start' ? state === 'lobby' : change === 'resume' && isIdle
    // An idle lesson does not count until it is resumed.
    if (isOneMore && (await countRunning(tx, now)) >= runningMax) return 'too_many_lessons'
    return changeIn(tx, lesson, change, now)
  })

async function changeIn(tx: Tx, lesson: Lesson, change: ClockChange, now: number) {
  const { contestId: id, startsAt } = lesson
  const { state } = momentOf(lesson, now)
  if (change === 'start' && startsAt !== null) return null
  if (state === 'over' && change !== 'end') return 'contest_over'
  if ((state === 'lobby' || state === 'countdown') && change !== 'start') return 'contest_not_begun'
  if (change === 'start') {
    const begun = new Date(now + countdownMs)
    await tx.query('update contest set starts_at = $2 where id = $1', [id, begun])
  } else if (change === 'pause') {
    // One that was to end in a moment goes on.
    const standing = lesson.pauses.find(({ to }) => to === null || to > now)
    await writePause(tx, id, { from: standing?.from ?? nextTickAt(lesson, now), to: null })
  } else if (change === 'end') {
    await setEndTick(tx, id, endTickAt(lesson, now))
  } else {
    await endPause(tx, lesson, now)
  }
  return null
}

/** A lesson that is paused for longer does not count as running: it could keep others from starting. */
const idleMs = hourMs

/** Counts the lessons that run, on all nodes together: so many may run at a time, whether they are started or go on. */
async function countRunning(tx: Tx, now: number): Promise<number> {
  await takeStartLock(tx)
  const running = await tx.query(
    `select from contest
     where kind = 'lesson' and starts_at is not null and ends_at is null and not exists (
       select from contest_pause where contest_id = contest.id and ended_at is null and began_at < $1
     )`,
    [new Date(now - idleMs)],
  )
  return running.length
}

/** For operators: ends a lesson in a transaction of theirs. False if it has not begun or is over. */
export async function endInTransaction(tx: Tx, lessonId: number, now: () => number) {
  const lesson = await lock(tx, lessonId)
  const at = now()
  if (lesson === undefined || momentOf(lesson, at).state === 'over') return false
  return (await changeIn(tx, lesson, 'end', at)) === null
}

/** For a lesson without an organiser: nobody else could end the pause. */
export async function endLastingPause(tx: Tx, lessonId: number): Promise<void> {
  const lesson = await lock(tx, lessonId, readLessonsInOutage)
  if (lesson !== undefined) await endPause(tx, lesson, lesson.readAt)
}

/** Works on the clock under its lock; orders of the lesson wait meanwhile, so it must not wait long itself. */
function withClock<T>(
  { db, clock }: ClockDeps,
  lessonId: number,
  work: (tx: Tx, lesson: Lesson, now: number) => Promise<T>,
) {
  const shownBefore = clock.shownUntil()
  return db.transaction(
    async (tx) => {
      const lesson = await lock(tx, lessonId)
      if (lesson === undefined) return 'not_a_lesson'
      const now = clock.decidedAt(lesson.readAt, shownBefore)
      return now === null ? 'unavailable' : work(tx, lesson, now)
    },
    { lockWaitMs: 5_000 },
  )
}

async function lock(tx: Tx, lessonId: number, read = readLessons): Promise<Lesson | undefined> {
  await takeChangeLock(tx, lessonId)
  return (await read(tx, [lessonId]))[0]
}

async function endPause(tx: Tx, { contestId, pauses }: Lesson, now: number): Promise<void> {
  const open = pauses.find(({ to }) => to === null)
  if (open) await writePause(tx, contestId, { from: open.from, to: pauseTo(open.from, now) })
}

/** A new one, or another end of one that is known by its beginning. */
const writePause = (tx: Tx, lessonId: number, { from, to }: Pause) =>
  tx.query(
    `insert into contest_pause (contest_id, began_at, ended_at) values ($1, $2, $3)
     on conflict (contest_id, began_at) do update set ended_at = excluded.ended_at`,
    [lessonId, new Date(from), to === null ? null : new Date(to)],
  )

const setEndTick = (tx: Tx, id: number, tick: number) =>
  tx.query(
    `update market set end_tick = least(end_tick, $2) where id = (select market_id from contest where id = $1)`,
    [id, tick],
  )

/** Stores the end of a lesson that is over, whatever has ended it. False while it is not. */
export async function storeEnd(deps: ClockDeps, lessonId: number): Promise<boolean> {
  const stored = await withClock(deps, lessonId, async (tx, lesson, now) => {
    const { state, tick } = momentOf(lesson, now)
    if (state !== 'over') return false
    await setEndTick(tx, lessonId, tick)
    const endedAt = new Date(endOf(lesson))
    await tx.query('update contest set ends_at = $2 where id = $1', [lessonId, endedAt])
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
    const lesson = await lock(tx, id, readLessonsInOutage)
    const now = lesson?.readAt ?? 0
    if (lesson === undefined || now < outageFrom) continue
    const standing = lesson.pauses.find(({ to }) => to === null || to > outageFrom)
    const from = standing?.from ?? nextTickAt(lesson, outageFrom)
    const isOver = momentOf(lesson, outageFrom).state === 'over'
    if (isOver || standing?.to === null || from >= now) continue
    await writePause(tx, id, { from, to: pauseTo(from, now) })
  }
}
