// Sessions in the database. A session belongs to (issuer, subject), and is valid only while that issuer is configured.
import { randomBytes } from 'node:crypto'

import type { Tx } from '../db/handle.ts'
import { locks } from '../db/locks.ts'
import type { PersonKey } from './identity.ts'

export interface Session {
  readonly id: string
  readonly issuer: string
  readonly subject: string
  /** For display; the person is identified by the subject. */
  readonly email: string | null
  readonly createdAt: Date
}

interface NewSession extends Omit<Session, 'id' | 'createdAt'> {
  readonly at: Date
  readonly expiresAt: Date
}

/** The channel of ids of ended sessions; notifications arrive when their transaction is committed. */
export const endedSessions = 'tengrand_ended_sessions'

/**
 * Serializes the sign-ins of one person, so that each counts the sessions of the others, and every action that ends all
 * sessions of the person, so that none is created meanwhile. Lock order: after the row of the person, before that of
 * the account.
 */
export async function lockSessionsOf(tx: Tx, subject: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [
    subject,
    locks.sessionsOfPerson,
  ])
}

/** The returned secret authenticates the session. */
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

/** The limit for each person: sessions of forgotten browsers must not accumulate, because no page lists them. */
const sessionsMax = 50

interface Newest extends PersonKey {
  readonly id: string
  /** The secret of the session that the browser had before, of any person. */
  readonly replaced: string | null
}

/** Ends the session that the newest one replaces, and the least recently used ones above the limit. */
export const endOldSessions = (
  tx: Tx,
  { id, issuer, subject, replaced }: Newest,
): Promise<string[]> =>
  endAll(
    tx,
    `(secret = $1 and id <> $2)
     or id in (select id from identity.session where issuer = $3 and subject = $4
               order by id = $2 desc, used_at desc, id offset $5)`,
    [replaced, id, issuer, subject, sessionsMax],
  )

export async function endSession(db: Tx, secret: string): Promise<Ended | null> {
  const [session] = await end(db, 'secret = $1', [secret])
  return session ?? null
}

/** Ends all sessions of a person but the given one. */
export const endSessionsOf = (
  tx: Tx,
  { issuer, subject }: PersonKey,
  exceptId: string | null = null,
): Promise<string[]> =>
  endAll(tx, 'issuer = $1 and subject = $2 and id is distinct from $3', [issuer, subject, exceptId])

/** The emails of the sessions of a person, the newest first. */
export async function emailsOfSessions(tx: Tx, { issuer, subject }: PersonKey): Promise<string[]> {
  const sessions = await tx.query<{ email: string }>(
    `select email from identity.session
     where issuer = $1 and subject = $2 and email is not null order by created_at desc`,
    [issuer, subject],
  )
  return sessions.map(({ email }) => email)
}

/** The new email takes effect with the next token of the session. */
export async function setSessionEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx.query('update identity.session set email = $2 where id = $1', [id, email])
}

type Ended = Pick<Session, 'id' | 'issuer'>

/** Notifies every node. */
const end = (tx: Tx, condition: string, values: readonly unknown[]): Promise<Ended[]> =>
  tx.query(
    `with gone as (delete from identity.session where ${condition} returning id, issuer)
     select id, issuer, pg_notify('${endedSessions}', id) from gone`,
    values,
  )

/** Returns the ids. */
const endAll = async (...of: Parameters<typeof end>): Promise<string[]> =>
  (await end(...of)).map(({ id }) => id)

export async function isSessionAlive(
  db: Tx,
  { issuers, id, at }: { issuers: readonly string[]; id: string; at: Date },
): Promise<boolean> {
  const alive = await db.query(
    'select true from identity.session where id = $1 and issuer = any($2) and expires_at > $3',
    [id, issuers, at],
  )
  return alive.length > 0
}

const dayMs = 86_400_000

interface Use {
  readonly issuers: readonly string[]
  readonly at: Date
  /** Where it is prolonged. */
  readonly expiresAtOf: (session: Session) => Date
}

/** Prolongs a session that is in use, once a day; then its cookies have to be prolonged as well. */
export async function useSession(
  db: Tx,
  secret: string,
  { issuers, at, expiresAtOf }: Use,
): Promise<{ session: Session; isProlonged: boolean } | null> {
  const [session] = await db.query<Session & { readonly usedAt: Date }>(
    `select id, issuer, subject, email, created_at as "createdAt", used_at as "usedAt" from identity.session
     where secret = $1 and issuer = any($2) and expires_at > $3`,
    [secret, issuers, at],
  )
  if (session === undefined) return null
  const isProlonged = at.getTime() - session.usedAt.getTime() >= dayMs
  const prolong = 'update identity.session set used_at = $2, expires_at = $3 where id = $1'
  if (isProlonged) await db.query(prolong, [session.id, at, expiresAtOf(session)])
  return { session, isProlonged }
}

/** Deletes expired sessions, links, states and throttles. */
export async function deleteExpired(db: Tx, now: number): Promise<void> {
  const at = new Date(now)
  for (const table of ['session', 'reset_link', 'email_link']) {
    await db.query(`delete from identity.${table} where expires_at < $1`, [at])
  }
  await db.query('delete from identity.used_state where until < $1', [at])
  await db.query('delete from identity.throttle where until < $1', [at])
}
