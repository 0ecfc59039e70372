// Sessions in the database. A session belongs to (issuer, subject), and counts only where that issuer signs people in.
import { randomBytes } from 'node:crypto'

import type { Tx } from '../db/handle.ts'
import { locks } from '../db/locks.ts'

export interface Session {
  readonly id: string
  readonly subject: string
  /** Only shown. */
  readonly email: string | null
  readonly createdAt: Date
}

export interface NewSession extends Omit<Session, 'id' | 'createdAt'> {
  readonly issuer: string
  readonly at: Date
  readonly expiresAt: Date
}

/** Words on it are heard when the transaction that says them is committed: the id of a session that has ended. */
export const endedSessions = 'tengrand_ended_sessions'

/**
 * Sign-ins of one person wait for each other, so that each sees how many there are; and for whatever ends all sessions of
 * the person, so that none begins unseen beside it. After the row of the person, before that of the account.
 */
export async function lockSessionsOf(tx: Tx, subject: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
    subject,
    locks.sessionsOfPerson,
  ])
}

/** Whoever has the secret has the session. */
export async function addSession(
  tx: Tx,
  { issuer, subject, email, at, expiresAt }: NewSession,
): Promise<{ id: string; secret: string }> {
  await lockSessionsOf(tx, subject)
  const [id, secret] = [newId(), randomBytes(32).toString('base64url')]
  await tx.query(
    `insert into identity.session (id, secret, issuer, subject, email, created_at, used_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7)`,
    [id, secret, issuer, subject, email, at, expiresAt],
  )
  return { id, secret }
}

export const newId = (): string => randomBytes(24).toString('base64url')

/** One for each browser that somebody may ever have left behind; nobody could see that there are more. */
const sessionsMax = 50

export interface Newest {
  readonly id: string
  readonly issuer: string
  readonly subject: string
  /** The secret of the session that the browser had before, whoever's it was. */
  readonly replaced: string | null
}

/** Ends what the newest session replaces, and those of the person that were in use the longest ago, if they are too many. */
export const makeRoomFor = (tx: Tx, { id, issuer, subject, replaced }: Newest): Promise<string[]> =>
  end(
    tx,
    `(secret = $1 and id <> $2)
     or id in (select id from identity.session where issuer = $3 and subject = $4
               order by id = $2 desc, used_at desc, id offset $5)`,
    [replaced, id, issuer, subject, sessionsMax],
  )

export const endSession = (db: Tx, secret: string): Promise<string[]> =>
  end(db, 'secret = $1', [secret])

/** All of a person's but the one that is kept. */
export const endSessionsOf = (
  tx: Tx,
  { issuer, subject, kept }: { issuer: string; subject: string; kept: string | null },
): Promise<string[]> =>
  end(tx, 'issuer = $1 and subject = $2 and id is distinct from $3', [issuer, subject, kept])

/** The emails that the sessions of a person show, the newest first. */
export async function emailsOfSessions(
  tx: Tx,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<string[]> {
  const sessions = await tx.query<{ email: string }>(
    `select email from identity.session
     where issuer = $1 and subject = $2 and email is not null order by created_at desc`,
    [issuer, subject],
  )
  return sessions.map(({ email }) => email)
}

/** From its next token on, a session that goes on shows another email. */
export async function showEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx.query('update identity.session set email = $2 where id = $1', [id, email])
}

/** Returns the ids of the sessions that ended, which every node is told. */
async function end(tx: Tx, which: string, values: readonly unknown[]): Promise<string[]> {
  const gone = await tx.query<{ id: string }>(
    `with gone as (delete from identity.session where ${which} returning id)
     select id, pg_notify('${endedSessions}', id) from gone`,
    values,
  )
  return gone.map(({ id }) => id)
}

export async function isSessionAlive(
  db: Tx,
  { issuer, id, at }: { issuer: string; id: string; at: Date },
): Promise<boolean> {
  const alive = await db.query(
    'select true from identity.session where id = $1 and issuer = $2 and expires_at > $3',
    [id, issuer, at],
  )
  return alive.length > 0
}

export interface Used {
  readonly session: Session
  /** The cookies have to last longer as well. */
  readonly isProlonged: boolean
}

const dayMs = 86_400_000

/** A session that is in use does not end; once a day it is written down that it is. */
export async function useSession(
  db: Tx,
  secret: string,
  { issuer, at, expiresAt }: Pick<NewSession, 'issuer' | 'at' | 'expiresAt'>,
): Promise<Used | null> {
  const [session] = await db.query<Session & { readonly usedAt: Date }>(
    `select id, subject, email, created_at as "createdAt", used_at as "usedAt" from identity.session
     where secret = $1 and issuer = $2 and expires_at > $3`,
    [secret, issuer, at],
  )
  if (session === undefined) return null
  const isProlonged = at.getTime() - session.usedAt.getTime() >= dayMs
  const prolong = 'update identity.session set used_at = $2, expires_at = $3 where id = $1'
  if (isProlonged) await db.query(prolong, [session.id, at, expiresAt])
  return { session, isProlonged }
}
