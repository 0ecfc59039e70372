// Accounts that were deleted lately: whoever comes back goes on where they left, and is not ranked for a while.
import { departureMs } from '@tengrand/core/chapter.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db, Tx } from '../db/handle.ts'
import { errorName } from '../errors.ts'
import { addJob } from '../jobs.ts'
import type { PersonHashes } from './person-hashes.ts'

export interface Leaver {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
}

export interface Departure {
  readonly at: number
  readonly chapter: number
  readonly isLocked: boolean
  readonly isUnranked: boolean
}

/** Of several, the highest chapter and the latest moment. */
interface Found extends Departure {
  /** When this very (issuer, subject) left; null where only the email is the same. */
  readonly ownAt: number | null
}

export async function findDeparture(
  tx: Tx,
  hashes: PersonHashes,
  person: Leaver,
  now: number,
): Promise<Found | null> {
  const [row] = await tx.query<{
    at: Date | null
    ownAt: Date | null
    chapter: number
    isLocked: boolean
    isUnranked: boolean
  }>(
    `select max(deleted_at) as at, max(deleted_at) filter (where person_hash = $1) as "ownAt",
       max(chapter) as chapter, bool_or(is_locked) as "isLocked", bool_or(is_unranked) as "isUnranked"
     from departure where (person_hash = $1 or email_hash = $2) and deleted_at > $3`,
    [hashes.ofPerson(person), hashes.ofEmail(person.email), new Date(now - departureMs)],
  )
  if (row === undefined || row.at === null) return null
  const { ownAt, ...found } = row
  return { ...found, at: row.at.getTime(), ownAt: ownAt?.getTime() ?? null }
}

/**
 * Whether a sign-in was before the account was deleted, in which case its tokens make no new one. Tokens tell whole
 * seconds, rounded down: one of the same second counts as before, and whoever signs in that fast does it again. The
 * clock of an issuer may differ from ours by as much as tokens may be off; that is not made up for.
 */
export const isSignedInBefore = (signedInAt: number, { ownAt }: Found): boolean =>
  ownAt !== null && signedInAt <= Math.floor(ownAt / 1000) * 1000

export async function writeDeparture(
  tx: Tx,
  hashes: PersonHashes,
  { at, chapter, isLocked, isUnranked, ...person }: Leaver & Departure,
): Promise<void> {
  await tx.query(
    `insert into departure (person_hash, email_hash, deleted_at, chapter, is_locked, is_unranked)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      hashes.ofPerson(person),
      hashes.ofEmail(person.email),
      new Date(at),
      chapter,
      isLocked,
      isUnranked,
    ],
  )
}

/** What is kept for 30 days is kept no longer. */
export async function forgetDepartures(tx: Tx, now: number): Promise<void> {
  const until = new Date(now - departureMs)
  await tx.query('delete from departure where deleted_at <= $1', [until])
  await tx.query('update account set departed_at = null where departed_at <= $1', [until])
}

const everyMs = 600_000

interface SweepDeps {
  readonly db: Db
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** Every node sweeps; what one has thrown away the others do not find. */
export function startDepartureSweep(app: FastifyInstance, { db, now, log }: SweepDeps): void {
  addJob(app, {
    run: () => forgetDepartures(db, now()),
    pauseMs: everyMs,
    delayMs: everyMs,
    onFailure: (error) => log.warn(errorName(error), 'old departures could not be thrown away'),
  })
}
