// Computes a lesson again from its proof: the fingerprint, the clock, every trade and the board. The first line that does
// not hold is named.
import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { pausedMsMax, tickMs, ticksOf } from '@tengrand/core/lesson.ts'
import { formatQuantity, roundTo } from '@tengrand/core/money.ts'

import { fingerprintOf } from './fingerprint.ts'
import { faultOfBoard } from './verify-board.ts'
import { openBook } from './verify-trades.ts'

/** `deleted` members have a row on the board whose trades are gone, so it cannot be computed again. */
export type Verdict =
  | { readonly holds: true; readonly deleted: number }
  | { readonly fault: string }

export function verifyProof(proof: LessonProof): Verdict {
  const fault =
    faultOfTerms(proof) ?? faultOfPauses(proof) ?? faultOfEnd(proof) ?? faultOfPlay(proof)
  return fault === null ? { holds: true, deleted: proof.deleted_members } : { fault }
}

function faultOfTerms({ lesson, fingerprint }: LessonProof): string | null {
  const computed = fingerprintOf(lesson)
  if (computed !== fingerprint) return `The fingerprint is ${computed}, not ${fingerprint}.`
  const last = lesson.order.length - 1
  if (new Set(lesson.order).size > last && Math.max(...lesson.order) === last) return null
  return `The order of the stocks does not have each number from 0 to ${last}.`
}

interface Pause {
  readonly from: number
  readonly to: number
}

const pausesOf = ({ pauses }: LessonProof): Pause[] =>
  pauses.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))

const lengthOf = (pauses: readonly Pause[]): number =>
  pauses.reduce((sum, { from, to }) => sum + to - from, 0)

/** A pause begins with a tick, and lasts whole seconds unless the lesson ends in it. So it stands at one tick. */
function faultOfPauses(proof: LessonProof): string | null {
  const endedAt = Date.parse(proof.ended_at)
  let before = Date.parse(proof.starts_at)
  for (const [index, { from, to }] of pausesOf(proof).entries()) {
    const pause = `Pause ${index + 1}`
    if (from < before) {
      return `${pause} begins before ${index === 0 ? 'the start' : 'the end of the one before it'}.`
    }
    if ((from - before) % tickMs !== 0) return `${pause} does not begin with a tick.`
    if (to <= from) return `${pause} does not end after it begins.`
    if (to > endedAt) return `${pause} ends after the lesson.`
    if ((to - from) % tickMs !== 0 && to !== endedAt) {
      return `${pause} does not last whole seconds.`
    }
    before = to
  }
  return null
}

function faultOfEnd(proof: LessonProof): string | null {
  const { lesson, last_tick: lastTick, ended_by: endedBy } = proof
  const pausedMs = lengthOf(pausesOf(proof))
  const runningMs = Date.parse(proof.ended_at) - Date.parse(proof.starts_at) - pausedMs
  if (runningMs !== lastTick * tickMs) {
    const seconds = roundTo(runningMs / tickMs, 3)
    return `The lesson ran for ${seconds} seconds without its pauses, so the last tick is not ${lastTick}.`
  }
  if (lastTick > ticksOf(lesson)) {
    return `The lesson has ${ticksOf(lesson)} ticks, so the last one is not ${lastTick}.`
  }
  if (pausedMs > pausedMsMax) return 'The lesson was paused for more than 14 days.'
  const by =
    pausedMs === pausedMsMax ? 'pause' : lastTick === ticksOf(lesson) ? 'plan' : 'organiser'
  return by === endedBy ? null : `By its times the lesson was ended by ${by}, not by ${endedBy}.`
}

/** The trades in their order, and then the board that follows from them. */
function faultOfPlay(proof: LessonProof): string | null {
  const { board, deleted_members: deleted, last_tick: lastTick } = proof
  const lost = board.filter((row) => row.is_deleted).length
  if (lost !== deleted) {
    return `The board has ${formatQuantity(lost)} deleted members, not ${formatQuantity(deleted)}.`
  }
  const book = openBook(proof, pausedTicksOf(proof))
  for (const trade of proof.trades) {
    const fault = book.add(trade)
    if (fault !== null) return fault
  }
  return faultOfBoard(proof, (place) => book.resultOf(place, lastTick))
}

/** The ticks at which the lesson stood still. */
function pausedTicksOf(proof: LessonProof): ReadonlySet<number> {
  const startsAt = Date.parse(proof.starts_at)
  const pauses = pausesOf(proof)
  return new Set(
    pauses.map(({ from }, index) => (from - startsAt - lengthOf(pauses.slice(0, index))) / tickMs),
  )
}
