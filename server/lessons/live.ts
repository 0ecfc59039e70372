// The lessons that this node shows: their markets, at the tick that is certain.
import { marketAt, momentOf, type LessonClock, type LessonMoment } from '@tengrand/core/lesson.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { FastifyBaseLogger } from 'fastify'

import { ClockBehind, type Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { startJob } from '../jobs.ts'
import type { MarketTime } from '../market/markets.ts'
import { lessonMarket } from '../market/simulated/lesson.ts'
import type { PriceFunction } from '../market/simulated/market.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { lessonListing } from './listing.ts'
import { readLessons, readLockedLessons, tryReadLocks, type Lesson } from './store.ts'

export interface LiveLessonsDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'shownAt' | 'decidedAt' | 'shownUntil' | 'monotonic'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly readEveryMs?: number
}

/** A lesson that nobody has asked for is forgotten. */
const unusedMsMax = 600_000

/** More than run at a time, by default. Beyond that, the ones that were used longest ago are forgotten. */
const knownMax = 300
/** A reader of a stream looks more often. */
const inUseMs = 5_000

/** Well within a tick, so that no node falls behind. */
const readEveryMsDefault = 300

export type PriceOf = (lesson: Lesson, ticker: Ticker, instant: number) => Prices

export type LiveLesson = MarketTime & {
  readonly terms: Lesson['terms']
  readonly seed: Lesson['seed']
  readonly startingCash: Lesson['startingCash']
  readonly moment: () => LessonMoment
  /** The clock as this node has read it last. */
  readonly clockNow: () => LessonClock
}

export const isLiveLesson = (of: MarketTime): of is LiveLesson => 'moment' in of

interface Known {
  lesson: Lesson
  usedAt: number
  readonly prices: PriceFunction
  readonly live: LiveLesson
}

export function openLiveLessons(deps: LiveLessonsDeps) {
  const { clock, log, readEveryMs: pauseMs = readEveryMsDefault } = deps
  const known = new Map<number, Known>()
  const add = (lesson: Lesson): LiveLesson => {
    const one = open(lesson, deps)
    known.set(lesson.contestId, one)
    const oldest = longestUnused(known)
    // One with readers is looked at all the time, and stays whatever the number is.
    if (known.size > knownMax && oldest.usedAt < clock.monotonic() - inUseMs)
      void forget(known, oldest.id)
    return one.live
  }
  const job = startJob({
    run: () => readAgain(deps, known),
    pauseMs,
    onFailure: (err) => log.warn({ err }, 'the clocks of lessons could not be read'),
  })

  return {
    /** Null if the contest is no lesson. */
    find: async (contestId: number): Promise<LiveLesson | null> => {
      const found = known.get(contestId)
      if (found !== undefined) return found.live
      const [lesson] = await readIn(deps, (tx) => readLockedLessons(tx, [contestId]))
      return lesson === undefined ? null : (known.get(contestId)?.live ?? add(lesson))
    },
    /** Reads the clock again after a change by this node. */
    refresh: async (contestId: number): Promise<void> => {
      const one = known.get(contestId)
      const [lesson] = await readIn(deps, (tx) => readLockedLessons(tx, [contestId]))
      if (one !== undefined && lesson !== undefined) one.lesson = lesson
    },
    /** For orders, whose instant is decided with the lesson's clock. */
    priceOf: ((lesson, ticker, instant) => {
      const prices = known.get(lesson.contestId)?.prices ?? lessonMarket(lesson.seed)
      return prices.pricesAt(ticker, instant)
    }) satisfies PriceOf,
    close: async (): Promise<void> => {
      await job.stop()
      for (const { live } of known.values()) await live.market.close()
    },
  }
}

/** The clocks of those that are not over; a lesson that was deleted is forgotten. */
async function readAgain(deps: LiveLessonsDeps, known: Map<number, Known>): Promise<void> {
  await forgetUnused(known, deps.clock.monotonic() - unusedMsMax)
  const running = [...known.values()].filter(({ lesson }) => !isFinal(lesson))
  if (running.length === 0) return
  const ids = running.map(({ lesson: { contestId } }) => contestId)
  let locked: number[] = []
  const lessons = await readIn(deps, async (tx) => {
    // Leaves out lessons whose clocks are being changed at this moment.
    locked = await tryReadLocks(tx, ids)
    return readLessons(tx, locked)
  })
  for (const lesson of lessons) {
    const one = known.get(lesson.contestId)
    if (one !== undefined) one.lesson = lesson
  }
  const found = new Set(lessons.map(({ contestId }) => contestId))
  for (const id of locked) if (!found.has(id)) await forget(known, id)
}

async function forgetUnused(known: Map<number, Known>, before: number): Promise<void> {
  for (const [id, { usedAt }] of known) if (usedAt <= before) await forget(known, id)
}

async function forget(known: Map<number, Known>, id: number): Promise<void> {
  const one = known.get(id)
  known.delete(id)
  await one?.live.market.close()
}

function longestUnused(known: ReadonlyMap<number, Known>) {
  let oldest = { id: 0, usedAt: Infinity }
  for (const [id, { usedAt }] of known) if (usedAt < oldest.usedAt) oldest = { id, usedAt }
  return oldest
}

function readIn(
  { db, clock }: LiveLessonsDeps,
  read: (tx: Tx) => Promise<Lesson[]>,
): Promise<Lesson[]> {
  const shownBefore = clock.shownUntil()
  return db.transaction(async (tx) => {
    const lessons = []
    for (const lesson of await read(tx)) {
      const readAt = clock.decidedAt(lesson.readAt, shownBefore)
      if (readAt === null) throw new ClockBehind('The database is behind what was shown.')
      lessons.push({ ...lesson, readAt })
    }
    return lessons
  })
}

const decidingOf =
  (contestId: number, clock: LiveLessonsDeps['clock']): MarketTime['deciding'] =>
  () => {
    const shownBefore = clock.shownUntil()
    return async (tx) => {
      const [lesson] = await readLockedLessons(tx, [contestId])
      const realAt = lesson ? clock.decidedAt(lesson.readAt, shownBefore) : null
      if (lesson === undefined || realAt === null) return null
      return { at: marketAt(lesson.terms, momentOf(lesson.clock, realAt).tick), realAt }
    }
  }

function open(lesson: Lesson, { clock }: LiveLessonsDeps): Known {
  const { contestId, seed, startingCash } = lesson
  const moment = (): LessonMoment => {
    one.usedAt = clock.monotonic()
    return shownMoment(one.lesson, clock.shownAt())
  }
  const { live, prices } = openLesson(lesson, moment)
  const own = {
    clockNow: () => one.lesson.clock,
    seed,
    startingCash,
    listing: lessonListing,
    deciding: decidingOf(contestId, clock),
  }
  const one: Known = { prices, lesson, usedAt: clock.monotonic(), live: { ...live, ...own } }
  return one
}

const isFinal = ({ clock, readAt }: Lesson): boolean => momentOf(clock, readAt).state === 'over'

/**
 * A change of the clock takes effect with the tick after its decision at the earliest. So after a read, the next tick is
 * certain too, and no later one.
 */
export function shownMoment({ clock, readAt }: Lesson, at: number): LessonMoment {
  const certain = Math.min(momentOf(clock, readAt).tick + 1, clock.endTick)
  const moment = momentOf(clock, at)
  if (moment.tick <= certain) return moment
  return { state: certain === clock.endTick ? 'over' : 'running', tick: certain }
}

function openLesson({ seed, terms }: Lesson, moment: () => LessonMoment) {
  const now = (): number => marketAt(terms, moment().tick)
  const prices = lessonMarket(seed)
  const market = openSimulatedMarket({
    ...seed,
    hours: 'always',
    now,
    simulate: () => prices,
  })
  return { prices, live: { market, now, terms, moment } }
}
