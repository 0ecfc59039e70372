// Rate limits in the database, which all nodes share: a maximum of tries in a sliding window.
import { createHmac, type KeyObject } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import { BoundedMap } from '../bounded-map.ts'
import type { Tx } from '../db/handle.ts'

export interface Limit {
  /** The name of the limit, also in the log. */
  readonly what: string
  /** The key of the count. */
  readonly parts: readonly string[]
  /** The email whose password reset deletes the count. */
  readonly email?: string | undefined
  readonly most: number
  readonly seconds: number
}

/** A limit with one count for each `part`, such as an address. */
export const limitOf = (
  what: string,
  part: string,
  most: Pick<Limit, 'most' | 'seconds'>,
): Limit => ({
  what,
  parts: [part],
  ...most,
})

export interface Reservation {
  /** Does not count the try: it was not made, or succeeded. */
  readonly release: () => Promise<void>
}

export interface LimitReached {
  readonly retryAfterSeconds: number
}

export interface ThrottleDeps {
  readonly db: Tx
  /** The key of the hashes in the table. */
  readonly key: KeyObject
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

interface Reached {
  /** A keyed hash, which may be logged. */
  readonly account: string | null
  readonly at: number
  readonly freeAt: number
  readonly warnedAt: number
}

const reachedMax = 20_000
/** Short, because a password reset on another node may have deleted the count. */
const cachedMs = 5_000
const warnedAgainMs = 900_000

export type Throttle = ReturnType<typeof createThrottle>

export function createThrottle({ db, key: secret, now, log }: ThrottleDeps) {
  const reached = createReached(now, log)
  const hashed = (parts: readonly string[]): Buffer =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest().subarray(0, 16)
  const keyOf = ({ what, parts }: Limit): Buffer => hashed([what, ...parts])
  const accountOf = (email: string): Buffer => hashed(['account', email])
  const recall = (limit: Limit): LimitReached | null => reached.recall(keyOf(limit))

  return {
    /** The cached result, without a query; null where it is unknown. */
    recall,
    /** Counts the try before it is made, so that simultaneous tries cannot exceed the limit. */
    reserve: async (limit: Limit): Promise<Reservation | LimitReached> => {
      const recalled = recall(limit)
      if (recalled !== null) return recalled
      const { what, email, most, seconds } = limit
      const account = email === undefined ? null : accountOf(email)
      const row: Row = { key: keyOf(limit), account, at: new Date(now()), seconds, most }
      if (await take(db, row)) {
        return { release: () => release(db, row).then(() => reached.forget(hex(row.key))) }
      }
      const retryAfterSeconds = await secondsUntilFree(db, row)
      reached.add(what, row, retryAfterSeconds)
      return { retryAfterSeconds }
    },
    forget: async (limit: Limit): Promise<void> => {
      await db.query('delete from identity.throttle where key = $1', [keyOf(limit)])
      reached.forget(hex(keyOf(limit)))
    },
    forgetAccount: async (tx: Tx, email: string): Promise<void> => {
      const account = accountOf(email)
      await tx.query('delete from identity.throttle where account = $1', [account])
      reached.forgetAccount(hex(account))
    },
  }
}

/** Counts the try under all limits, or under none if one of them is reached. */
export async function reserveAll(
  throttle: Pick<Throttle, 'reserve'>,
  limits: readonly Limit[],
): Promise<Reservation | LimitReached> {
  const reserved: Reservation[] = []
  const releaseAll = async (): Promise<void> => {
    for (const { release: releaseOne } of reserved) await releaseOne()
  }
  for (const limit of limits) {
    const reservation = await throttle.reserve(limit)
    if ('retryAfterSeconds' in reservation) {
      await releaseAll()
      return reservation
    }
    reserved.push(reservation)
  }
  return { release: releaseAll }
}

/** Caches reached limits, so that a flood causes few queries and one log line per 15 minutes. */
function createReached(now: () => number, log: ThrottleDeps['log']) {
  const cache = new BoundedMap<string, Reached>(reachedMax)

  /** The entry stays, because it has the time of the last log line. */
  const forget = (key: string): void => {
    const last = cache.get(key)
    if (last !== undefined) cache.set(key, { ...last, freeAt: 0 })
  }

  return {
    recall: (key: Buffer): LimitReached | null => {
      const last = cache.get(hex(key))
      if (last === undefined || !isWithin(now(), last.at, cachedMs)) return null
      const leftMs = last.freeAt - now()
      return leftMs > 0 ? { retryAfterSeconds: Math.ceil(leftMs / 1000) } : null
    },
    add: (what: string, row: Row, retryAfterSeconds: number): void => {
      const at = row.at.getTime()
      const [key, account] = [hex(row.key), row.account && hex(row.account)]
      const last = cache.get(key)
      const isWarned = last !== undefined && isWithin(at, last.warnedAt, warnedAgainMs)
      if (!isWarned) {
        const short = { key: key.slice(0, 8), account: account?.slice(0, 8) }
        log.warn({ limit: what, ...short, retryAfterSeconds }, 'a limit was reached')
      }
      const freeAt = at + retryAfterSeconds * 1000
      cache.set(key, { account, at, freeAt, warnedAt: isWarned ? last.warnedAt : at })
    },
    forget,
    forgetAccount: (account: string): void => {
      const own = [...cache].filter(([, last]) => last.account === account)
      for (const [key] of own) forget(key)
    },
  }
}

const hex = (bytes: Buffer): string => bytes.toString('hex')

/** False for a start in the future: a clock that was set back must not extend a lifetime. */
const isWithin = (now: number, start: number, ms: number): boolean =>
  start <= now && now < start + ms

interface Row {
  readonly key: Buffer
  readonly account: Buffer | null
  readonly at: Date
  readonly seconds: number
  readonly most: number
}

/** One statement: concurrent tries with the same key wait for its row lock. */
async function take(db: Tx, { key, account, at, seconds, most }: Row): Promise<boolean> {
  const taken = await db.query(
    `insert into identity.throttle as present (key, account, times, until)
     values ($1, $2, array[$3::timestamptz], $3::timestamptz + make_interval(secs => $4))
     on conflict (key) do update
       set times = array(select time from unnest(present.times) as time
                         where time > $3::timestamptz - make_interval(secs => $4)) || $3::timestamptz,
           until = excluded.until
       where (select count(*) from unnest(present.times) as time
              where time > $3::timestamptz - make_interval(secs => $4)) < $5
     returning true`,
    [key, account, at, seconds, most],
  )
  return taken.length > 0
}

/** Until the oldest counted try leaves the window. */
async function secondsUntilFree(db: Tx, { key, at, seconds, most }: Row): Promise<number> {
  const [oldest] = await db.query<{ time: Date }>(
    `select time from identity.throttle, unnest(times) as time
     where key = $1 order by time desc offset $2 limit 1`,
    [key, most - 1],
  )
  const free = (oldest?.time.getTime() ?? 0) + seconds * 1000
  return Math.min(Math.max(Math.ceil((free - at.getTime()) / 1000), 1), seconds)
}

async function release(db: Tx, { key, at }: Row): Promise<void> {
  await db.query(
    `update identity.throttle
     set times = times[:array_position(times, $2) - 1] || times[array_position(times, $2) + 1:]
     where key = $1 and array_position(times, $2) is not null`,
    [key, at],
  )
}
