// Writes the market of a lesson as its members see it. Until the end, nothing names a company.
import type { lessonMarket } from '@tengrand/contract/lesson-market.ts'
import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { dayMs } from '@tengrand/core/day.ts'
import {
  endOf,
  marketAt,
  pausedMsMax,
  stepOf,
  tickMs,
  ticksOf,
  type LessonClock,
  type LessonTerms,
} from '@tengrand/core/lesson.ts'
import { roundTo } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import type * as z from 'zod/mini'

import type { Tx } from '../db/handle.ts'
import { fingerprintOf } from './fingerprint.ts'
import { lessonListing, lessonNameOf } from './listing.ts'
import type { LiveLesson } from './live.ts'
import type { Lesson } from './store.ts'

type LessonOnWire = z.infer<typeof lessonMarket>

export const isoOf = (at: number): string => new Date(at).toISOString()

export async function lessonOnWire(
  tx: Tx,
  contestId: number,
  { terms, seed, moment, clockNow, startingCash }: LiveLesson,
): Promise<LessonOnWire> {
  const { state, tick } = moment()
  const clock = clockNow()
  const isOver = state === 'over'
  const { span, minutes, opensAt } = terms
  return {
    state,
    tick,
    now: isoOf(marketAt(terms, tick)),
    opens_at: isoOf(opensAt),
    closes_at: isoOf(marketAt(terms, ticksOf(terms))),
    span,
    minutes,
    speed: roundTo(stepOf(terms) / tickMs, 2),
    starts_at: clock.startsAt === null ? null : isoOf(clock.startsAt),
    ticks_left: Math.max(0, ticksOf(terms) - tick),
    fingerprint: fingerprintOf(termsOnWire({ seed, terms, startingCash })),
    listing: tickers.map((ticker, index) => ({
      symbol: lessonListing.symbolOf(ticker),
      name: lessonNameOf(ticker),
      company: isOver ? (tickers[seed.order[index] ?? -1] ?? null) : null,
    })),
    ended: isOver
      ? {
          by: clock.startsAt === null ? 'lobby' : endedBy(clock, terms),
          week: Math.floor((tick * stepOf(terms)) / (7 * dayMs)) + 1,
          removed_members: await countRemoved(tx, contestId),
        }
      : null,
  }
}

/** What the fingerprint is computed from. */
export const termsOnWire = ({
  seed,
  terms: { opensAt, span, minutes },
  startingCash,
}: Pick<Lesson, 'seed' | 'terms' | 'startingCash'>): LessonProof['lesson'] => ({
  version: 'market-sim/v2',
  secret: Buffer.from(seed.secret).toString('hex'),
  order: [...seed.order],
  starting_prices: [...seed.startingPrices],
  opens_at: isoOf(opensAt),
  span,
  minutes,
  starting_cash: startingCash,
  orders: 'now',
  holdings: 'after',
})

/** The clock of a lesson that was started and is over. A pause that lasts at the end ends with it. */
export function endedBy(clock: LessonClock, terms: LessonTerms) {
  const end = endOf(clock)
  const paused = clock.pauses.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to ?? end, end) - from),
    0,
  )
  if (paused >= pausedMsMax) return 'pause'
  return clock.endTick === ticksOf(terms) ? 'plan' : 'organiser'
}

export async function countRemoved(tx: Tx, contestId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from membership where contest_id = $1 and removed_at is not null',
    [contestId],
  )
  return row?.count ?? 0
}
