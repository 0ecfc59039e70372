// Writes the market of a lesson as its members see it. Until the end, nothing names a company.
import { createHash } from 'node:crypto'

import type { lessonMarket } from '@tengrand/contract/lesson-market.ts'
import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { dayMs } from '@tengrand/core/day.ts'
import { canonicalJson } from '@tengrand/core/lesson-proof.ts'
import { endedBy, endOf, marketAt, stepOf, tickMs, ticksOf } from '@tengrand/core/lesson.ts'
import { roundTo } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type * as z from 'zod/mini'

import type { Tx } from '../db/handle.ts'
import type { LiveLesson } from './live.ts'
import type { Lesson } from './store.ts'

export const isoOf = (at: number): string => new Date(at).toISOString()

export async function lessonOnWire(tx: Tx, { contestId, moment, clockNow, listing }: LiveLesson) {
  const { state, tick } = moment()
  const lesson = clockNow()
  const { span, minutes, opensAt, startsAt, order } = lesson
  const isOver = state === 'over'
  return {
    state,
    tick,
    now: isoOf(marketAt(lesson, tick)),
    opens_at: isoOf(opensAt),
    closes_at: isoOf(marketAt(lesson, ticksOf(lesson))),
    span,
    minutes,
    speed: roundTo(stepOf(lesson) / tickMs, 2),
    starts_at: startsAt === null ? null : isoOf(startsAt),
    ticks_left: Math.max(0, ticksOf(lesson) - tick),
    fingerprint: fingerprintOf(termsOnWire(lesson)),
    listing: tickers.map((ticker, index) => ({
      symbol: listing.symbolOf(ticker),
      name: listing.nameOf(ticker),
      company: isOver ? (tickers[order[index] ?? -1] ?? null) : null,
    })),
    ended: isOver
      ? {
          by: startsAt === null ? 'lobby' : endedBy(lesson, lesson, endOf(lesson)),
          week: Math.floor((tick * stepOf(lesson)) / (7 * dayMs)) + 1,
          removed_members: await countRemoved(tx, contestId),
        }
      : null,
  } satisfies z.infer<typeof lessonMarket>
}

/** It is shown before the start, and nobody can find other prices that fit it later. */
export const fingerprintOf = (lesson: LessonProof['lesson']): string =>
  createHash('sha256').update(canonicalJson(lesson)).digest('hex')

/** What the fingerprint is computed from. */
export const termsOnWire = (lesson: Lesson): LessonProof['lesson'] => ({
  version: 'market-sim/v2',
  secret: Buffer.from(lesson.secret).toString('hex'),
  order: [...lesson.order],
  starting_prices: [...lesson.startingPrices],
  opens_at: isoOf(lesson.opensAt),
  span: lesson.span,
  minutes: lesson.minutes,
  starting_cash: lesson.startingCash,
  orders: 'now',
  holdings: 'after',
})

/** By the organiser. */
export async function countRemoved(tx: Tx, contestId: number): Promise<number> {
  const removed = await tx.query(
    'select from membership where contest_id = $1 and removed_at is not null',
    [contestId],
  )
  return removed.length
}
