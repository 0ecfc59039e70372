// Takes an order of a lesson: it waits for the tick after the one of its arrival, then joins a batch.
import { setTimeout as sleep } from 'node:timers/promises'

import { momentOf, nextTickAt } from '@tengrand/core/lesson.ts'

import { clockErrorMsMax, type Clock } from '../clock.ts'
import type { LiveLesson } from './live.ts'
import type { LessonOrder, LessonOutcome } from './order-batch.ts'

/** A phone that wakes up must not trade at prices that its owner has not seen. */
const lateTicksMax = 5

export type SentLessonOrder = Omit<LessonOrder, 'lessonId' | 'arrivedAt' | 'isLate'> & {
  /** The tick that the screen showed; null if the client does not say. */
  readonly shownTick: number | null
}

export interface PlaceDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly queue: { readonly place: (order: LessonOrder) => Promise<LessonOutcome> }
}

/** The pause before an order is tried again where the clock of this node is a little ahead of the database's. */
const againMs = 20

/** Resolves with the trade or the refusal, also if the sender has gone. */
export async function placeInLesson(
  { clock, queue }: PlaceDeps,
  { contestId: lessonId, clockNow }: LiveLesson,
  { shownTick, ...sent }: SentLessonOrder,
) {
  // By the latest clock that a node may have: the sender may have seen the price of that tick at another node.
  const arrivedAt = clock.now() + clockErrorMsMax
  const { tick, state } = momentOf(clockNow(), arrivedAt)
  const isLate = shownTick !== null && shownTick < tick - lateTicksMax
  const order = { ...sent, lessonId, arrivedAt, isLate }
  // A late one is answered at once: it may be a retry of an order that was executed.
  let dueAt = state === 'running' && !isLate ? nextTickAt(clockNow(), arrivedAt) : 0
  for (;;) {
    await sleep(Math.max(0, dueAt - clock.now()))
    const outcome = await queue.place(order)
    if (!('waits' in outcome)) return outcome
    dueAt = clock.now() + againMs
  }
}
