// The lessons that this node shows: their markets, at the tick that is certain.
import { marketAt, momentOf, type LessonMoment, type LessonTerms } from '@tengrand/core/lesson.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import { toDollars } from '@tengrand/core/money.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import type { FastifyBaseLogger } from 'fastify'

import { memoize } from '../bounded-map.ts'
import { ClockBehind, type Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { startJob } from '../jobs.ts'
import { lessonListing, type MarketTime } from '../market/markets.ts'
import { lessonMarket } from '../market/simulated/lesson.ts'
import type { PriceFunction } from '../market/simulated/market.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { readLessons, readLockedLessons, tryReadLocks, type Lesson } from './store.ts'

export interface LiveLessonsDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'shownAt' | 'decidedAt' | 'shownUntil' | 'monotonic'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly readEveryMs?: number
  readonly lessonsKeptMax?: number
}

/** A lesson that nobody has asked for is forgotten. */
const unusedMsMax = 600_000

/** More than run at a time, by default. Beyond that, the ones that were used longest ago are forgotten. */
const lessonsKeptMaxDefault = 300
/** A reader of a stream looks more often. */
const inUseMs = 5_000

/** Ticks whose prices are remembered for small charts, which have 121 each. */
const dollarsMax = 1_000

/** Well within a tick, so that no node falls behind. */
const readEveryMsDefault = 300

export type PriceOf = ReturnType<typeof openLiveLessons>['priceOf']

export type LiveLesson = MarketTime & {
  readonly contestId: number
  readonly terms: LessonTerms
  readonly moment: () => LessonMoment
  /** The prices of all stocks at a tick that is shown. */
  readonly dollarsAt: (tick: number) => readonly number[]
  /** The lesson with its clock, as this node has read it last. */
  readonly clockNow: () => Lesson
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
  const { lessonsKeptMax = lessonsKeptMaxDefault } = deps
  const known = new Map<number, Known>()
  const readOne = async (contestId: number): Promise<Lesson | undefined> =>
    (await readIn(deps, (tx) => readLockedLessons(tx, [contestId])))[0]
  const add = (lesson: Lesson): LiveLesson => {
    const one = open(lesson, deps)
    known.set(lesson.contestId, one)
    if (known.size > lessonsKeptMax) {
      const [oldest = one] = [...known.values()].toSorted((a, b) => a.usedAt - b.usedAt)
      // One with readers is looked at all the time, and stays whatever the number is.
      if (oldest.usedAt < clock.monotonic() - inUseMs) known.delete(oldest.lesson.contestId)
    }
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
      const lesson = await readOne(contestId)
      return lesson === undefined ? null : (known.get(contestId)?.live ?? add(lesson))
    },
    /** Reads the clock again after a change by this node. */
    refresh: async (contestId: number): Promise<void> => {
      const one = known.get(contestId)
      const lesson = await readOne(contestId)
      if (one !== undefined && lesson !== undefined) one.lesson = lesson
    },
    /** For orders, whose instant is decided with the lesson's clock. */
    priceOf: (lesson: Lesson, ticker: Ticker, instant: number): Prices => {
      const prices = known.get(lesson.contestId)?.prices ?? lessonMarket(lesson)
      return prices.pricesAt(ticker, instant)
    },
    close: job.stop,
  }
}

/** The clocks of those that are not over; a lesson that was deleted is forgotten. */
async function readAgain(deps: LiveLessonsDeps, known: Map<number, Known>): Promise<void> {
  const before = deps.clock.monotonic() - unusedMsMax
  for (const [id, { usedAt }] of known) if (usedAt <= before) known.delete(id)
  const running = [...known.values()].filter(
    ({ lesson }) => momentOf(lesson, lesson.readAt).state !== 'over',
  )
  if (running.length === 0) return
  const ids = running.map(({ lesson }) => lesson.contestId)
  let locked: number[] = []
  const lessons = await readIn(deps, async (tx) => {
    // Leaves out lessons whose clocks are being changed at this moment.
    locked = await tryReadLocks(tx, ids)
    return readLessons(tx, locked)
  })
  for (const id of locked) {
    const one = known.get(id)
    const lesson = lessons.find(({ contestId }) => contestId === id)
    if (lesson === undefined) known.delete(id)
    else if (one !== undefined) one.lesson = lesson
  }
}

function readIn({ db, clock }: LiveLessonsDeps, read: (tx: Tx) => Promise<Lesson[]>) {
  const shownBefore = clock.shownUntil()
  return db.transaction(async (tx) =>
    (await read(tx)).map((lesson): Lesson => {
      const readAt = clock.decidedAt(lesson.readAt, shownBefore)
      if (readAt === null) throw new ClockBehind('The database is behind what was shown.')
      return Object.assign(lesson, { readAt })
    }),
  )
}

function open(lesson: Lesson, { clock }: LiveLessonsDeps): Known {
  const { contestId } = lesson
  const prices = lessonMarket(lesson)
  const moment = (): LessonMoment => {
    one.usedAt = clock.monotonic()
    return shownMoment(one.lesson, clock.shownAt())
  }
  const now = (): number => marketAt(lesson, moment().tick)
  const live: LiveLesson = {
    contestId,
    terms: lesson,
    clockNow: () => one.lesson,
    moment,
    dollarsAt: memoize(dollarsMax, (tick) =>
      tickers.map((ticker) => toDollars(prices.priceAt(ticker, marketAt(lesson, tick)))),
    ),
    now,
    // Without a subscriber it has nothing to close.
    market: openSimulatedMarket({ ...lesson, hours: 'always', now, simulate: () => prices }),
    listing: lessonListing,
    deciding: () => {
      const shownBefore = clock.shownUntil()
      return async (tx) => {
        const [locked] = await readLockedLessons(tx, [contestId])
        const realAt = locked ? clock.decidedAt(locked.readAt, shownBefore) : null
        if (locked === undefined || realAt === null) return null
        return { at: marketAt(locked, momentOf(locked, realAt).tick), realAt }
      }
    },
  }
  const one: Known = { prices, lesson, usedAt: clock.monotonic(), live }
  return one
}

/**
 * A change of the clock takes effect with the tick after its decision at the earliest. So after a read, the next tick is
 * certain too, and no later one.
 */
export function shownMoment(lesson: Lesson, at: number): LessonMoment {
  const certain = Math.min(momentOf(lesson, lesson.readAt).tick + 1, lesson.endTick)
  const moment = momentOf(lesson, at)
  if (moment.tick <= certain) return moment
  return { state: certain === lesson.endTick ? 'over' : 'running', tick: certain }
}
