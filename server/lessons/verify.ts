// Computes a lesson again from its proof: the fingerprint, the clock, every trade and the board. The first line that does
// not hold is named.
import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import {
  endedBy,
  pausedMs,
  pausedMsMax,
  pausedTicks,
  tickMs,
  ticksOf,
  type LessonClock,
} from '@tengrand/core/lesson.ts'
import { formatQuantity, roundTo } from '@tengrand/core/money.ts'

import { fingerprintOf } from './on-wire.ts'
import { faultOfBoard } from './verify-board.ts'
import { openBook } from './verify-trades.ts'

/** `deleted` members have a row on the board whose trades are gone, so it cannot be computed again. */
export type Verdict =
  | { readonly holds: true; readonly deleted: number }
  | { readonly fault: string }

export function verifyProof(proof: LessonProof): Verdict {
  const startsAt = Date.parse(proof.starts_at)
  const pauses = proof.pauses.map(({ from, to }) => ({
    from: Date.parse(from),
    to: Date.parse(to),
  }))
  const clock = { createdAt: startsAt, startsAt, pauses, endTick: proof.last_tick }
  const fault =
    faultOfTerms(proof) ??
    faultOfPauses(proof, clock) ??
    faultOfEnd(proof, clock) ??
    faultOfPlay(proof, clock)
  return fault === null ? { holds: true, deleted: proof.deleted_members } : { fault }
}

function faultOfTerms({ lesson, fingerprint }: LessonProof): string | null {
  const computed = fingerprintOf(lesson)
  if (computed !== fingerprint) return `The fingerprint is ${computed}, not ${fingerprint}.`
  const last = lesson.order.length - 1
  if (new Set(lesson.order).size > last && Math.max(...lesson.order) === last) return null
  return `The order of the stocks does not have each number from 0 to ${last}.`
}

interface ProofClock extends LessonClock {
  readonly startsAt: number
  readonly pauses: readonly { readonly from: number; readonly to: number }[]
}

/** A pause begins with a tick, and lasts whole seconds unless the lesson ends in it. So it stands at one tick. */
function faultOfPauses(proof: LessonProof, { startsAt, pauses }: ProofClock): string | null {
  const endedAt = Date.parse(proof.ended_at)
  let before = startsAt
  for (const [index, { from, to }] of pauses.entries()) {
    const earliest = index === 0 ? 'the start' : 'the end of the one before it'
    const fault =
      (from < before && `begins before ${earliest}.`) ||
      ((from - before) % tickMs !== 0 && 'does not begin with a tick.') ||
      (to <= from && 'does not end after it begins.') ||
      (to > endedAt && 'ends after the lesson.') ||
      ((to - from) % tickMs !== 0 && to !== endedAt && 'does not last whole seconds.')
    if (fault !== false) return `Pause ${index + 1} ${fault}`
    before = to
  }
  return null
}

function faultOfEnd(proof: LessonProof, clock: ProofClock): string | null {
  const { lesson, last_tick: lastTick, ended_by: claimed } = proof
  const endedAt = Date.parse(proof.ended_at)
  const paused = pausedMs(clock.pauses, endedAt)
  const runningMs = endedAt - clock.startsAt - paused
  if (runningMs !== lastTick * tickMs) {
    const seconds = roundTo(runningMs / tickMs, 3)
    return `The lesson ran for ${seconds} seconds without its pauses, so the last tick is not ${lastTick}.`
  }
  if (lastTick > ticksOf(lesson))
    return `The lesson has ${ticksOf(lesson)} ticks, so the last one is not ${lastTick}.`
  if (paused > pausedMsMax) return 'The lesson was paused for more than 14 days.'
  const by = endedBy(lesson, clock, endedAt)
  return by === claimed ? null : `By its times the lesson was ended by ${by}, not by ${claimed}.`
}

/** The trades in their order, and then the board that follows from them. */
function faultOfPlay(proof: LessonProof, clock: ProofClock): string | null {
  const { board, deleted_members: deleted } = proof
  const lost = board.filter((row) => row.is_deleted).length
  if (lost !== deleted)
    return `The board has ${formatQuantity(lost)} deleted members, not ${formatQuantity(deleted)}.`
  const book = openBook(proof, pausedTicks(clock))
  for (const [index, trade] of proof.trades.entries()) {
    const fault = book.add(trade, index)
    if (fault !== null) return `Trade ${formatQuantity(index + 1)}: ${fault}`
  }
  return faultOfBoard(proof, book.results())
}
