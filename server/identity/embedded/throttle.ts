// Counts tries in the database, so that every node counts the same: at most so many in any stretch of time.
import { createHmac } from 'node:crypto'

import type { Tx } from '../../db.ts'
import { createReachedLimits, type ReachedDoors } from './reached-limits.ts'

export interface Limit {
  /** What is counted, as the log calls it. */
  readonly what: string
  /** Whose tries are counted together. */
  readonly parts: readonly string[]
  /** The e-mail whose new password wipes the count out. */
  readonly email?: string
  readonly most: number
  readonly seconds: number
}

export interface Throttle {
  /** Takes a place before the try is made, so that tries at the same time cannot exceed the limit. */
  readonly reserve: (limit: Limit) => Promise<Place | Full>
  /** Whether it is known, without looking, that there is no place. */
  readonly recall: (limit: Limit) => Full | null
  readonly forget: (limit: Limit) => Promise<void>
  readonly forgetAccount: (tx: Tx, email: string) => Promise<void>
}

export interface Place {
  /** The try was none, or was a good one. */
  readonly giveBack: () => Promise<void>
}

export interface Full {
  readonly retryAfterSeconds: number
}

export interface ThrottleDoors extends ReachedDoors {
  readonly db: Tx
  /** What stands in the table says nothing without it. */
  readonly key: Buffer
}

export function createThrottle({ db, key: secret, now, log }: ThrottleDoors): Throttle {
  const reached = createReachedLimits({ now, log })
  const hashed = (parts: readonly string[]): Buffer =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest().subarray(0, 16)
  const keyOf = ({ what, parts }: Limit): Buffer => hashed([what, ...parts])
  const accountOf = (email: string): Buffer => hashed(['account', email])
  const recall = (limit: Limit): Full | null => reached.recall(hex(keyOf(limit)))

  return {
    recall,
    reserve: async (limit) => {
      const recalled = recall(limit)
      if (recalled !== null) return recalled
      const { what, email, most, seconds } = limit
      const key = keyOf(limit)
      const account = email === undefined ? null : accountOf(email)
      const place: Row = { key, account, at: new Date(now()), seconds, most }
      if (await take(db, place)) {
        return {
          giveBack: async () => {
            await giveBack(db, place)
            reached.forget(hex(key))
          },
        }
      }
      const retryAfterSeconds = await secondsUntilFree(db, place)
      reached.note({ what, key: hex(key), account: account && hex(account), retryAfterSeconds })
      return { retryAfterSeconds }
    },
    forget: async (limit) => {
      await db.query('delete from identity.throttle where key = $1', [keyOf(limit)])
      reached.forget(hex(keyOf(limit)))
    },
    forgetAccount: async (tx, email) => {
      await tx.query('delete from identity.throttle where account = $1', [accountOf(email)])
      reached.forgetAccount(hex(accountOf(email)))
    },
  }
}

const hex = (bytes: Buffer): string => bytes.toString('hex')

interface Row {
  readonly key: Buffer
  readonly account: Buffer | null
  readonly at: Date
  readonly seconds: number
  readonly most: number
}

/** One statement, which others that count the same wait for. */
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

/** Free again when the oldest of those that fill it leaves the stretch of time. */
async function secondsUntilFree(db: Tx, { key, at, seconds, most }: Row): Promise<number> {
  const [oldest] = await db.query<{ time: Date }>(
    `select time from identity.throttle, unnest(times) as time
     where key = $1 order by time desc offset $2 limit 1`,
    [key, most - 1],
  )
  const free = (oldest?.time.getTime() ?? 0) + seconds * 1000
  return Math.min(Math.max(Math.ceil((free - at.getTime()) / 1000), 1), seconds)
}

async function giveBack(db: Tx, { key, at }: Row): Promise<void> {
  await db.query(
    `update identity.throttle
     set times = times[:array_position(times, $2) - 1] || times[array_position(times, $2) + 1:]
     where key = $1 and array_position(times, $2) is not null`,
    [key, at],
  )
}
