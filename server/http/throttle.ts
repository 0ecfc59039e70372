// A rate limit in the database, so that every node counts the same: at most so many tries in any sliding window.
import { createHmac, type KeyObject } from 'node:crypto'

import type { FastifyBaseLogger } from 'fastify'

import { BoundedMap } from '../bounded-map.ts'
import type { Tx } from '../db/handle.ts'

export interface Limit {
  /** What is counted, as the log calls it. */
  readonly what: string
  /** Whose tries are counted together. */
  readonly parts: readonly string[]
  /** The email whose new password wipes the count out. */
  readonly email?: string
  readonly most: number
  readonly seconds: number
}

export interface Throttle {
  /** Takes a place before the try is made, so that tries at the same time cannot exceed the limit. */
  readonly reserve: (limit: Limit) => Promise<Reservation | LimitReached>
  /** Whether it is known, without looking, that there is no place. */
  readonly recall: (limit: Limit) => LimitReached | null
  readonly forget: (limit: Limit) => Promise<void>
  readonly forgetAccount: (tx: Tx, email: string) => Promise<void>
}

export interface Reservation {
  /** The try was none, or was a good one. */
  readonly release: () => Promise<void>
}

export interface LimitReached {
  readonly retryAfterSeconds: number
}

export interface ThrottleDeps {
  readonly db: Tx
  /** The keys of the table are hashes under this one. */
  readonly key: KeyObject
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Under its keyed hash, as the account is: these may be logged. */
interface Reached {
  readonly account: string | null
  readonly at: number
  readonly freeAt: number
  readonly warnedAt: number
}

const reachedMax = 20_000
/** Another node may have forgotten the limit in the meantime, for a new password. */
const believedMs = 5_000
const warnedAgainMs = 900_000

export function createThrottle({ db, key: secret, now, log }: ThrottleDeps): Throttle {
  const reached = createReached(now, log)
  const hashed = (parts: readonly string[]): Buffer =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest().subarray(0, 16)
  const keyOf = ({ what, parts }: Limit): Buffer => hashed([what, ...parts])
  const accountOf = (email: string): Buffer => hashed(['account', email])
  const recall = (limit: Limit): LimitReached | null => reached.recall(keyOf(limit))

  return {
    recall,
    reserve: async (limit) => {
      const recalled = recall(limit)
      if (recalled !== null) return recalled
      const { what, email, most, seconds } = limit
      const account = email === undefined ? null : accountOf(email)
      const place: Row = { key: keyOf(limit), account, at: new Date(now()), seconds, most }
      if (await take(db, place)) {
        return { release: () => release(db, place).then(() => reached.forget(hex(place.key))) }
      }
      const retryAfterSeconds = await secondsUntilFree(db, place)
      reached.note(what, place, retryAfterSeconds)
      return { retryAfterSeconds }
    },
    forget: async (limit) => {
      await db.query('delete from identity.throttle where key = $1', [keyOf(limit)])
      reached.forget(hex(keyOf(limit)))
    },
    forgetAccount: async (tx, email) => {
      const account = accountOf(email)
      await tx.query('delete from identity.throttle where account = $1', [account])
      reached.forgetAccount(hex(account))
    },
  }
}

/** Limits that were reached lately: a flood is refused without the database, and logged once. */
function createReached(now: () => number, log: ThrottleDeps['log']) {
  const kept = new BoundedMap<string, Reached>(reachedMax)

  /** That it was logged is still remembered. */
  const forget = (key: string): void => {
    const last = kept.get(key)
    if (last !== undefined) kept.set(key, { ...last, freeAt: 0 })
  }

  return {
    recall: (key: Buffer): LimitReached | null => {
      const last = kept.get(hex(key))
      if (last === undefined || !isWithin(now(), last.at, believedMs)) return null
      const leftMs = last.freeAt - now()
      return leftMs > 0 ? { retryAfterSeconds: Math.ceil(leftMs / 1000) } : null
    },
    note: (what: string, row: Row, retryAfterSeconds: number): void => {
      const at = row.at.getTime()
      const [key, account] = [hex(row.key), row.account && hex(row.account)]
      const last = kept.get(key)
      const isWarned = last !== undefined && isWithin(at, last.warnedAt, warnedAgainMs)
      if (!isWarned) {
        const short = { key: key.slice(0, 8), account: account?.slice(0, 8) }
        log.warn({ limit: what, ...short, retryAfterSeconds }, 'a limit was reached')
      }
      const freeAt = at + retryAfterSeconds * 1000
      kept.set(key, { account, at, freeAt, warnedAt: isWarned ? last.warnedAt : at })
    },
    forget,
    forgetAccount: (account: string): void => {
      const own = [...kept].filter(([, last]) => last.account === account)
      for (const [key] of own) forget(key)
    },
  }
}

/** Whether there was a place, which is not given back. */
export const perMinute =
  (throttle: Throttle, what: string, most: number) =>
  async (part: string): Promise<boolean> =>
    'release' in (await throttle.reserve({ what, parts: [part], most, seconds: 60 }))

const hex = (bytes: Buffer): string => bytes.toString('hex')

/** A clock that was set back must not make anything last longer. */
const isWithin = (now: number, start: number, ms: number): boolean =>
  start <= now && now < start + ms

interface Row {
  readonly key: Buffer
  readonly account: Buffer | null
  readonly at: Date
  readonly seconds: number
  readonly most: number
}

/** One statement: others with the same key wait for its row lock. */
async function take(db: Tx, { key, account, at, seconds, most }: Row): Promise<boolean> {
  const taken = await db.query(
    `insert into identity.throttle as kept (key, account, times, until)
     values ($1, $2, array[$3::timestamptz], $3::timestamptz + make_interval(secs => $4))
     on conflict (key) do update
       set times = array(select time from unnest(kept.times) as time
                         where time > $3::timestamptz - make_interval(secs => $4)) || $3::timestamptz,
           until = excluded.until
       where (select count(*) from unnest(kept.times) as time
              where time > $3::timestamptz - make_interval(secs => $4)) < $5
     returning true`,
    [key, account, at, seconds, most],
  )
  return taken.length > 0
}

/** Free again when the oldest of those that fill it leaves the window. */
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
