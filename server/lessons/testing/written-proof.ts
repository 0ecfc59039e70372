// Writes the proof of a lesson that random traders have played: the board by the rules of the ranking.
import type { LessonProof, ProofRow, ProofTrade } from '@tengrand/contract/lesson-proof.ts'
import {
  lastRankedTick,
  momentOf,
  pausedMsMax,
  ticksOf,
  type LessonClock,
  type LessonSpan,
  type Pause,
} from '@tengrand/core/lesson.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { fingerprintOf } from '../on-wire.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()

export interface LessonPlan {
  readonly seed: number
  readonly span?: LessonSpan
  readonly minutes?: number
  /** The organiser presses Pause within the tick before each of them. */
  readonly pauses?: readonly { readonly atTick: number; readonly seconds: number }[]
  /** The organiser presses End within the tick before. */
  readonly endAtTick?: number
  /** How many of those who played are deleted afterwards, and removed meanwhile. */
  readonly deleted?: number
  readonly removed?: number
  /** Then the organiser never trades. */
  readonly isOrganiserIdle?: boolean
}

export interface Player {
  readonly joinedTick: number
  readonly isOrganiser: boolean
  readonly isRemoved: boolean
  readonly isIdle: boolean
  cash: number
  readonly shares: Map<Ticker, number>
  readonly trades: Fill[]
}

export type Fill = Omit<ProofTrade, 'place'> & { readonly player: Player }

/** The clock, while it is being set. */
export interface Clock extends LessonClock {
  readonly startsAt: number
  readonly pauses: Pause[]
  endTick: number
}

interface Played {
  readonly plan: LessonPlan
  readonly lesson: LessonProof['lesson']
  readonly clock: Clock
  readonly players: readonly Player[]
  readonly fills: readonly Fill[]
  readonly pricesAt: (ticker: Ticker, tick: number) => Prices
}

export function proofOf({ plan, lesson, clock, players, fills, pricesAt }: Played): LessonProof {
  const planned = plan.pauses?.at(-1)
  const pauses = clock.pauses.map(({ from, to }) => {
    const seconds = Math.min((planned?.seconds ?? 0) * 1_000, pausedMsMax)
    // An end within a pause need not be a whole second after it began.
    return { from, to: to ?? from + (seconds < pausedMsMax ? seconds - 200 : seconds) }
  })
  const isStuck = clock.pauses.at(-1)?.to === null
  const endedIn = isStuck ? (pauses.at(-1)?.to ?? 0) : Infinity
  const isOver = (ms: number): boolean => momentOf({ ...clock, pauses }, ms).state === 'over'
  const pausedMs = pauses.reduce((sum, { from, to }) => sum + to - from, 0)
  const endedAt = Math.min(endedIn, clock.startsAt + clock.endTick * 1_000 + pausedMs)
  if (!isStuck && (!isOver(endedAt) || isOver(endedAt - 1))) throw new Error('It ends elsewhere.')
  const lastTick = (endedAt - clock.startsAt - pausedMs) / 1_000
  const valueOf = ({ cash, shares }: Player): number =>
    [...shares].reduce((sum, [ticker, held]) => sum + held * pricesAt(ticker, lastTick).price, cash)
  const isRanked = ({ isOrganiser, joinedTick, trades }: Player): boolean =>
    !isOrganiser && joinedTick <= lastRankedTick(lesson) && trades.length > 0
  const firstOf = ({ trades: [first] }: Player): number => (first ? fills.indexOf(first) : Infinity)
  const sorted = players
    .filter(({ isRemoved, joinedTick }) => !isRemoved && joinedTick <= lastTick)
    .toSorted(
      (a, b) =>
        Number(isRanked(b)) - Number(isRanked(a)) ||
        valueOf(b) - valueOf(a) ||
        firstOf(a) - firstOf(b),
    )
  // Every second one, so that there are ranks between those of deleted members.
  const gone = new Set(sorted.filter((_, n) => n % 2 === 1).slice(0, plan.deleted ?? 0))
  const kept = fills.filter(({ player }) => !player.isRemoved && !gone.has(player))
  const board = sorted.map((player, index): ProofRow => {
    const first = kept.findIndex((one) => one.player === player)
    return {
      place: index + 1,
      rank: isRanked(player) ? index + 1 : null,
      is_organiser: player.isOrganiser,
      is_deleted: gone.has(player),
      joined_tick: player.joinedTick,
      value: valueOf(player),
      first_trade: first === -1 ? null : first,
    }
  })
  const isPlanned = lastTick === ticksOf(lesson)
  return {
    lesson,
    fingerprint: fingerprintOf(lesson),
    starts_at: isoOf(clock.startsAt),
    pauses: pauses.map(({ from, to }) => ({ from: isoOf(from), to: isoOf(to) })),
    ended_at: isoOf(endedAt),
    last_tick: lastTick,
    ended_by: pausedMs === pausedMsMax ? 'pause' : isPlanned ? 'plan' : 'organiser',
    removed_members: plan.removed ?? 0,
    deleted_members: gone.size,
    trades: kept.map(({ player, tick, type, symbol, asked, quantity, price, cash }) => {
      const place = sorted.indexOf(player) + 1
      return { place, tick, type, symbol, asked, quantity, price, cash }
    }),
    board,
  }
}
