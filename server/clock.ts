// The one clock of a node: the database's time, so that all nodes agree on which moments have come.
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import type { Db } from './db/handle.ts'
import { startJob } from './jobs.ts'
import type { Metrics } from './metrics/metrics.ts'
import { StartProblem } from './errors.ts'

export interface Clock {
  /** The present; never earlier than it was before. */
  readonly now: () => number
  /** Milliseconds since some moment, which also go on while the database is behind: for how long something takes. */
  readonly monotonic: () => number
  /** The moment whose prices may be shown. Throws ClockBehind while later ones have been shown already. */
  readonly shownAt: () => number
  /** The latest moment whose prices were shown here. */
  readonly shownUntil: () => number
  /**
   * The moment at which orders are decided, from what the database says after its locks. Null where the prices of later
   * moments had been shown before the orders were taken up: somebody may have known them.
   */
  readonly decidedAt: (databaseMs: number, shownBefore: number) => number | null
  /** Throws where the clock cannot be relied on. */
  readonly check: () => void
}

/** The database's clock was set back: people have seen prices of moments that have not come again yet. */
export class ClockBehind extends Error {}

export interface ClockOptions {
  readonly db: Db
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Milliseconds that only ever rise, whatever is done to the machine's clock. */
  readonly monotonic?: () => number
  readonly lookEveryMs?: number
  readonly looksAtStart?: number
  readonly metrics?: Pick<Metrics, 'task'>
}

/** The true time lies within half a round trip of the estimate, so a slow one says too little. */
const roundTripMsMax = 100
/** So far the time of a node can be from that of the database. */
export const clockErrorMsMax = roundTripMsMax / 2
/** How far behind what was shown the mark in the database can be: it is written so often, by one node or another. */
const markEveryMs = 2_000
const markMayLagMs = 3_000
/** More than the estimate can be ahead: what is shown has come, by the clock of the database itself. */
const shownLagMs = 100
const looksAtOnce = 3
const unseenMsMax = 60_000

export async function openClock(
  options: ClockOptions,
): Promise<Clock & { close(): Promise<void> }> {
  const { log, lookEveryMs = 10_000, looksAtStart = 50, metrics } = options
  // A connection of its own: waiting for one that is taken would look like a slow round trip.
  const db = options.db.apart(1)
  const time = databaseTime(db, options.monotonic ?? (() => performance.now()))
  if (!(await time.look(looksAtStart))) {
    await db.close()
    throw new StartProblem(
      `The database takes more than ${roundTripMsMax} ms to answer, so its clock cannot be read. Start again when it is less busy or nearer.`,
    )
  }
  const { behindMs, ...clock } = clockBy(time, await readMark(db))
  // Usually another process has just run here; that is no trouble, and soon over. What is shown first lags as well.
  if (behindMs() > 0 && behindMs() <= markMayLagMs) await sleep(behindMs() + shownLagMs)
  let isToldOf = false
  const tell = (): void => {
    const isBehind = behindMs() > 0
    if (isBehind && !isToldOf) log.error({ behindMs: behindMs() }, wasSetBack)
    isToldOf = isBehind
  }
  const lookAgain = async (): Promise<void> => {
    if (!(await time.look(looksAtOnce)))
      log.warn('the database answers too slowly to read its clock')
    tell()
  }
  const mark = async (): Promise<void> => {
    if (behindMs() <= 0) await keepMark(db)
  }
  tell()
  const onFailure = (err: unknown): void => log.warn({ err }, 'the clock could not be read')
  await mark().catch(onFailure)
  const every = (pauseMs: number, run: () => Promise<void>, task: 'clock' | 'clock_mark') =>
    startJob({ run, pauseMs, delayMs: pauseMs, onFailure, onRun: metrics?.task(task) })
  const jobs = [every(lookEveryMs, lookAgain, 'clock'), every(markEveryMs, mark, 'clock_mark')]
  return {
    ...clock,
    close: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
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
      if (time.ageMs() > unseenMsMax) throw new Error('The clock has not been read.')
      refuseBehind()
    },
  }
}

type DatabaseTime = ReturnType<typeof databaseTime>

/** What the database said last, and the time that has gone by since. */
function databaseTime(db: Db, monotonic: () => number) {
  let seen = { at: 0, when: 0 }
  return {
    monotonic,
    estimate: (): number => seen.at + monotonic() - seen.when,
    ageMs: (): number => monotonic() - seen.when,
    /** False where every answer was too slow to count. */
    look: async (triesMax: number): Promise<boolean> => {
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

async function readDatabaseTime(db: Db): Promise<number> {
  const [row] = await db.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return row?.ms ?? 0
}

/**
 * The moment up to which prices may have been shown already. The mark outlives the process, so that a clock that was
 * set back meanwhile is noticed.
 */
async function readMark(db: Db): Promise<number> {
  const [row] = await db.query<{ at: Date | null }>('select clock_seen_at as at from installation')
  return row?.at ? row.at.getTime() + markMayLagMs : 0
}

const keepMark = (db: Db): Promise<unknown> =>
  db.query(
    `update installation set clock_seen_at = clock_timestamp()
     where clock_seen_at is null or clock_seen_at < clock_timestamp() - interval '1 second'`,
  )
