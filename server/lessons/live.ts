// The lessons that this node shows: their markets, at the tick that is certain.
import { marketAt, momentOf, type LessonClock, type LessonMoment } from '@tengrand/core/lesson.ts'
import type { Prices } from '@tengrand/core/quote.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { FastifyBaseLogger } from 'fastify'

import type { Clock } from '../clock.ts'
import type { Db } from '../db/handle.ts'
import { startJob } from '../jobs.ts'
import type { MarketTime } from '../market/markets.ts'
import { lessonMarket } from '../market/simulated/lesson.ts'
import type { PriceFunction } from '../market/simulated/market.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { readLessons, tryReadLocks, type Lesson } from './store.ts'

export interface LiveLessonsDeps {
  readonly db: Db
  readonly clock: Pick<Clock, 'shownAt' | 'decidedAt' | 'shownUntil'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly readEveryMs?: number
}

/** Well within a tick, so that no node falls behind. */
const readEveryMsDefault = 300

export type PriceOf = (lesson: Lesson, ticker: Ticker, instant: number) => Prices

export type LiveLesson = MarketTime & {
  readonly terms: Lesson['terms']
  readonly moment: () => LessonMoment
  /** The clock as this node has read it last. */
  readonly clockNow: () => LessonClock
}

interface Known {
  lesson: Lesson
  readonly prices: PriceFunction
  readonly live: LiveLesson
}

export function openLiveLessons(deps: LiveLessonsDeps) {
  const { db, clock, log, readEveryMs: pauseMs = readEveryMsDefault } = deps
  const known = new Map<number, Known>()

  /** Leaves out lessons whose clocks are being changed at this moment. */
  const read = (ids: readonly number[]): Promise<Lesson[]> => {
    const shownBefore = clock.shownUntil()
    return db.transaction(async (tx) => {
      const lessons = await readLessons(tx, await tryReadLocks(tx, ids))
      return lessons.flatMap((lesson) => {
        const readAt = clock.decidedAt(lesson.readAt, shownBefore)
        return readAt === null ? [] : [{ ...lesson, readAt }]
      })
    })
  }

  const add = (lesson: Lesson): LiveLesson => {
    const moment = (): LessonMoment => shownMoment(one.lesson, clock.shownAt())
    const { live, ...opened } = openLesson(lesson, moment)
    const clockNow = (): LessonClock => one.lesson.clock
    const one: Known = { ...opened, lesson, live: { ...live, clockNow } }
    known.set(lesson.contestId, one)
    return one.live
  }

  const job = startJob({
    run: async () => {
      const running = [...known.values()].filter(({ lesson }) => !isFinal(lesson))
      if (running.length === 0) return
      for (const lesson of await read(running.map(({ lesson: { contestId } }) => contestId))) {
        const one = known.get(lesson.contestId)
        if (one !== undefined) one.lesson = lesson
      }
    },
    pauseMs,
    onFailure: (err) => log.warn({ err }, 'the clocks of lessons could not be read'),
  })

  return {
    /** Null if the contest is no lesson, or if its clock is being changed before this node has read it once. */
    find: async (contestId: number): Promise<LiveLesson | null> => {
      const found = known.get(contestId)
      if (found !== undefined) return found.live
      const [lesson] = await read([contestId])
      return lesson === undefined ? null : (known.get(contestId)?.live ?? add(lesson))
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
