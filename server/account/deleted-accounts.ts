// Remembers deleted accounts for 30 days by keyed hashes: a person who returns in this time opens the next chapter and is not ranked.
import { createHmac } from 'node:crypto'

import { departureMs } from '@tengrand/core/chapter.ts'
import { parseEmail } from '@tengrand/core/email.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { msOf } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { errorName } from '../errors.ts'
import type { PersonKey } from '../identity/identity.ts'
import { addJob } from '../jobs.ts'
import type { KeyFor } from '../secret.ts'

export type PersonHashes = ReturnType<typeof createPersonHashes>

/** Only an installation that has the key can compute these hashes. */
export function createPersonHashes(keyFor: KeyFor) {
  const key = keyFor('departures')
  const hashed = (...parts: readonly string[]): Buffer =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  return {
    ofPerson: ({ issuer, subject }: PersonKey) => hashed('person', issuer, subject),
    ofEmail: (email: string | null) =>
      email === null ? null : hashed('email', normalizedEmail(email)),
  }
}

/** Normalized as in the embedded provider and the waitlist. Other issuers may have emails that parseEmail refuses. */
export const normalizedEmail = (email: string): string => parseEmail(email) ?? email.toLowerCase()

export interface PersonWithEmail extends PersonKey {
  readonly email: string | null
}

interface DeletedAccount {
  readonly at: number
  readonly chapter: number
  readonly isLocked: boolean
  readonly isUnranked: boolean
}

/** The highest chapter and the latest time of all deletions that match. */
interface FoundDeletion extends DeletedAccount {
  /** When the same (issuer, subject) was deleted; null where only the email is the same. */
  readonly ownAt: number | null
}

export async function findDeletedAccount(
  tx: Tx,
  hashes: PersonHashes,
  person: PersonWithEmail,
  now: number,
): Promise<FoundDeletion | null> {
  const [found] = await tx.query<FoundDeletion>(
    `select ${msOf('max(deleted_at)')} as at,
       ${msOf('max(deleted_at) filter (where person_hash = $1)')} as "ownAt",
       max(chapter) as chapter, bool_or(is_locked) as "isLocked", bool_or(is_unranked) as "isUnranked"
     from departure where (person_hash = $1 or email_hash = $2) and deleted_at > $3 having count(*) > 0`,
    [hashes.ofPerson(person), hashes.ofEmail(person.email), new Date(now - departureMs)],
  )
  return found ?? null
}

/**
 * A sign-in before the deletion: its tokens must not create a new account. Tokens have whole seconds, rounded down, so a
 * sign-in in the second of the deletion counts as before it and has to be repeated. Clock skew of the issuer is not
 * compensated.
 */
export const isSignedInBefore = (signedInAt: number, { ownAt }: FoundDeletion): boolean =>
  ownAt !== null && signedInAt <= Math.floor(ownAt / 1000) * 1000

export async function addDeletedAccount(
  tx: Tx,
  hashes: PersonHashes,
  { at, chapter, isLocked, isUnranked, ...person }: PersonWithEmail & DeletedAccount,
): Promise<void> {
  const [personHash, emailHash] = [hashes.ofPerson(person), hashes.ofEmail(person.email)]
  await tx.query(
    `insert into departure (person_hash, email_hash, deleted_at, chapter, is_locked, is_unranked)
     values ($1, $2, $3, $4, $5, $6)`,
    [personHash, emailHash, new Date(at), chapter, isLocked, isUnranked],
  )
}

/** Deletes what is older than 30 days. */
export async function purgeDeletedAccounts(tx: Tx, now: number): Promise<void> {
  const until = new Date(now - departureMs)
  await tx.query('delete from departure where deleted_at <= $1', [until])
  await tx.query('update account set departed_at = null where departed_at <= $1', [until])
}

const everyMs = 600_000

interface PurgeDeps {
  readonly db: Db
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** Runs on every node. */
export function startDeletedAccountPurge(app: FastifyInstance, { db, now, log }: PurgeDeps): void {
  addJob(app, {
    run: () => purgeDeletedAccounts(db, now()),
    pauseMs: everyMs,
    delayMs: everyMs,
    onFailure: (error) => log.warn(errorName(error), 'old departures could not be thrown away'),
  })
}
