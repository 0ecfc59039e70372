// The clock of a node, synchronized with the database's, so that all nodes agree on the time.
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { markEveryMs, markMayLagMs, openClockMark, type OnOutage } from './clock-mark.ts'
import type { Db, Tx } from './db/handle.ts'
import { startJob } from './jobs.ts'
import type { Metrics } from './metrics/metrics.ts'
import { StartProblem } from './errors.ts'

export interface Clock {
  /** The present; never earlier than it was before. */
  readonly now: () => number
  /** Milliseconds for measuring durations; they continue while the database's clock is behind. */
  readonly monotonic: () => number
  /** The latest instant whose prices may be shown. Throws ClockBehind while later prices have been shown already. */
  readonly shownAt: () => number
  /** The latest instant whose prices this node has shown. */
  readonly shownUntil: () => number
  /**
   * The instant at which orders are decided, from the database's time after the locks. Null where later prices had been
   * shown before the orders were taken up: a learner may have seen them.
   */
  readonly decidedAt: (databaseMs: number, shownBefore: number) => number | null
  /** Throws where the clock is unreliable. */
  readonly check: () => void
}

/** The database's clock was set back behind the prices that were shown. */
export class ClockBehind extends Error {}

export interface ClockOptions {
  readonly db: Db
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Milliseconds that never go back. */
  readonly monotonic?: () => number
  readonly readEveryMs?: number
  readonly readsAtStart?: number
  readonly metrics?: Pick<Metrics, 'task'>
  readonly onOutage?: OnOutage
}

/** The error of the estimate is half a round trip, so slow answers are not used. */
const roundTripMsMax = 100
/** The largest difference between a node's time and the database's. */
export const clockErrorMsMax = roundTripMsMax / 2
/** More than the estimate can be ahead, so that shown prices are never ahead of the database's clock. */
const shownLagMs = 100
const readsPerRun = 3
const unreadMsMax = 60_000

export async function openClock(
  options: ClockOptions,
): Promise<Clock & { close(): Promise<void> }> {
  const { log, readEveryMs = 10_000, readsAtStart = 50, metrics } = options
  const { onOutage = async () => undefined } = options
  // A connection of its own: waiting for one would count as a slow round trip.
  const db = options.db.direct(1)
  const time = databaseTime(db, options.monotonic ?? (() => performance.now()))
  if (!(await time.read(readsAtStart))) {
    await db.close()
    throw new StartProblem(
      `The database takes more than ${roundTripMsMax} ms to answer, so its clock cannot be read. Start again when it is less busy or nearer.`,
    )
  }
  const stored = await openClockMark(db, onOutage)
  const { behindMs, ...clock } = clockBy(time, stored.shownUntil)
  // A mark slightly ahead is left by a process that has just ended; waiting is enough.
  if (behindMs() > 0 && behindMs() <= markMayLagMs) await sleep(behindMs() + shownLagMs)
  let isLogged = false
  const logBehind = (): void => {
    const isBehind = behindMs() > 0
    if (isBehind && !isLogged) log.error({ behindMs: behindMs() }, wasSetBack)
    isLogged = isBehind
  }
  const readAgain = async (): Promise<void> => {
    if (!(await time.read(readsPerRun)))
      log.warn('the database answers too slowly to read its clock')
    logBehind()
  }
  const mark = async (): Promise<void> => {
    if (behindMs() <= 0) await stored.write()
  }
  logBehind()
  const onFailure = (err: unknown): void => log.warn({ err }, 'the clock could not be read')
  await mark().catch(onFailure)
  const every = (pauseMs: number, run: () => Promise<void>, task: 'clock' | 'clock_mark') =>
    startJob({ run, pauseMs, delayMs: pauseMs, onFailure, onRun: metrics?.task(task) })
  const jobs = [every(readEveryMs, readAgain, 'clock'), every(markEveryMs, mark, 'clock_mark')]
  return {
    ...clock,
    close: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
      // Where it fails, the next start waits as after a kill.
      if (behindMs() <= 0) await stored.leave(clock.shownUntil()).catch(onFailure)
      await db.close()
    },
  }
}

const wasSetBack = 'the clock of the database was set back; prices are shown when it has caught up'

function clockBy(
  time: DatabaseTime,
  shownUntil: number,
): Clock & { readonly behindMs: () => number } {
  let latest = 0
  let shown = shownUntil
  const behindMs = (): number => shown - time.estimate()
  const refuseBehind = (): void => {
    if (behindMs() > 0) throw new ClockBehind('The database is behind what was shown.')
  }
  return {
    behindMs,
    monotonic: time.monotonic,
    now: () => (latest = Math.max(latest, Math.floor(time.estimate()))),
    shownAt: () => {
      refuseBehind()
      return (shown = Math.max(shown, Math.floor(time.estimate() - shownLagMs)))
    },
    shownUntil: () => shown,
    decidedAt: (databaseMs, shownBefore) =>
      databaseMs < shownBefore ? null : Math.floor(databaseMs),
    check: () => {
      if (time.ageMs() > unreadMsMax) throw new Error('The clock has not been read.')
      refuseBehind()
    },
  }
}

type DatabaseTime = ReturnType<typeof databaseTime>

/** The last answer of the database plus the time since. */
function databaseTime(db: Db, monotonic: () => number) {
  let seen = { at: 0, when: 0 }
  return {
    monotonic,
    estimate: (): number => seen.at + monotonic() - seen.when,
    ageMs: (): number => monotonic() - seen.when,
    /** False where every answer was too slow. */
    read: async (triesMax: number): Promise<boolean> => {
      for (let tries = 0; tries < triesMax; tries += 1) {
        const began = monotonic()
        const said = await readDatabaseTime(db)
        const ended = monotonic()
        if (ended - began > roundTripMsMax) continue
        seen = { at: said + (ended - began) / 2, when: ended }
        return true
      }
      return false
    },
  }
}

/** An instant of the database in milliseconds, as SQL. */
export const msOf = (instant: string): string => `(extract(epoch from ${instant}) * 1000)::float8`

/** In milliseconds; inside a transaction, the time of this statement. */
export async function readDatabaseTime(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ ms: number }>(`select ${msOf('clock_timestamp()')} as ms`)
  return row?.ms ?? 0
}
