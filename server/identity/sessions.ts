// Sessions of people who sign in on this server: creates, prolongs and ends them, with their cookies and tokens.
import type { KeyObject } from 'node:crypto'

import type { Tx } from '../db/handle.ts'
import { errorName } from '../errors.ts'
import { cookieName, readCookie, readSigned, sign, writeCookie } from '../http/cookies.ts'
import { startJob } from '../jobs.ts'
import type { SessionConfig } from './config.ts'
import type { GuestSessions, IdentityDeps, OwnSignIns } from './identity.ts'
import { guestIssuer } from './issuers.ts'
import { createLiveSessions } from './live-sessions.ts'
import {
  addSession,
  deleteExpired,
  endedSessions,
  endOldSessions,
  endSession,
  endSessionsOf,
  useSession,
  type Session,
} from './session-store.ts'
import { createSessionTokens } from './session-tokens.ts'

export type Sessions = Awaited<ReturnType<typeof openSessions>>

export interface CreatedSession {
  readonly session: Session
  readonly secret: string
  /** The ids of the sessions that it replaces. */
  readonly ended: readonly string[]
}

/** The functions for the rest of the server, which ends sessions when it deletes an account. */
export const signInsOf = (
  { ended, cookies }: Sessions,
  checkPassword: OwnSignIns['checkPassword'],
): OwnSignIns => ({ ended, clearCookies: cookies.clear, checkPassword })

/** The sessions of guests, who have no password to sign in again. */
export const guestSessionsOf = ({
  create,
  issueToken,
  keyFor,
  secure,
}: Sessions): GuestSessions => ({
  create: async (tx, subject) => {
    const created = await create(tx, { subject, email: null, issuer: guestIssuer }, null)
    return { issueToken: () => issueToken(created) }
  },
  cookieKey: keyFor('guests'),
  secure,
})

const dayMs = 86_400_000
/** Longer than a lesson with its lobby, its pauses and the week after it; the job that deletes guests ends their sessions. */
const guestSessionMs = 30 * dayMs
const purgeEveryMs = 600_000

/** The sessions of people of one issuer, and of guests. */
export async function openSessions(deps: IdentityDeps, config: SessionConfig, issuer: string) {
  const { db, now, publicUrl, keyFor } = deps
  const issuers = [issuer, guestIssuer]
  const live = createLiveSessions(db, issuers, now)
  const minutes = config.tokenMinutes
  const tokens = createSessionTokens({ ...live, key: keyFor('tokens'), minutes, now, issuer })
  const secure = publicUrl?.protocol === 'https:'
  const lifeMs: LifeMs = (of) =>
    of.issuer === guestIssuer ? guestSessionMs : config.sessionDays * dayMs
  const cookies = sessionCookies(keyFor('sessions'), secure, (of) => lifeMs(of) / 1000)
  const ended = (ids: readonly string[]): void => ids.forEach(live.end)
  // An empty id follows a reconnection: notifications may be missing.
  const onEnd = (id: string): void => (id === '' ? live.forgetAll() : live.end(id))
  const listener = await db.listen(endedSessions, onEnd)
  const purge = startPurge(deps)

  return {
    ...tokens,
    keyFor,
    secure,
    cookies,
    /** The last step of a sign-in, inside its transaction. Replaces the session that the browser has. */
    create: (tx: Tx, given: NewPerson, replaced: string | null): Promise<CreatedSession> =>
      createSession(tx, { issuer, ...given }, { replaced, at: now(), lifeMs }),
    /** Called after the commit of the sign-in. */
    issueToken: async ({ session, secret, ended: ids }: CreatedSession) => {
      ended(ids)
      const { subject: id, email } = session
      const token = await tokens.tokenOf(session)
      return { user: { id, email }, token, setCookies: cookies.set(secret, session) }
    },
    current: (secret: string) => {
      const at = now()
      const expiresAtOf = (session: Session) => new Date(at + lifeMs(session))
      return useSession(db, secret, { issuers, at: new Date(at), expiresAtOf })
    },
    /** The issuer of its person; null where there was no such session. */
    end: async (secret: string): Promise<string | null> => {
      const session = await endSession(db, secret)
      if (session === null) return null
      ended([session.id])
      return session.issuer
    },
    /** Called inside a transaction; its result is passed to `ended` after the commit. */
    endAllOf: (tx: Tx, subject: string, exceptId?: string | null): Promise<string[]> =>
      endSessionsOf(tx, { issuer, subject }, exceptId),
    ended,
    close: async (): Promise<void> => {
      await purge.stop()
      await listener.close()
    },
  }
}

type NewPerson = Pick<Session, 'subject' | 'email'> & Partial<Pick<Session, 'issuer'>>
type LifeMs = (of: Pick<Session, 'issuer'>) => number

interface Creation {
  /** The secret of the session that the browser had before. */
  readonly replaced: string | null
  readonly at: number
  readonly lifeMs: LifeMs
}

async function createSession(
  tx: Tx,
  person: Pick<Session, 'issuer' | 'subject' | 'email'>,
  { replaced, at, lifeMs }: Creation,
): Promise<CreatedSession> {
  const life = { at: new Date(at), expiresAt: new Date(at + lifeMs(person)) }
  const { id, secret } = await addSession(tx, { ...person, ...life })
  const ended = await endOldSessions(tx, { ...person, id, replaced })
  return { session: { ...person, id, createdAt: life.at }, secret, ended }
}

/** Runs on every node. */
const startPurge = ({ db, now, log, metrics }: IdentityDeps) =>
  startJob({
    run: () => deleteExpired(db, now()),
    pauseMs: purgeEveryMs,
    delayMs: purgeEveryMs,
    onFailure: (error) => log.warn(errorName(error), 'what has expired could not be thrown away'),
    onRun: metrics?.task('sweep'),
  })

/** Two cookies: the session's own, which no script can read, and a hint that tells the web app that there is a session. */
function sessionCookies(key: KeyObject, secure: boolean, secondsOf: (of: Session) => number) {
  const name = cookieName('session', secure)
  const hintName = 'tengrand_session'
  const both = (value: string, hint: string, maxAgeSeconds: number): string[] => [
    writeCookie({ name, value, path: '/identity', maxAgeSeconds, secure, httpOnly: true }),
    writeCookie({ name: hintName, value: hint, path: '/', maxAgeSeconds, secure, httpOnly: false }),
  ]
  return {
    secretOf: (header: string | undefined): string | null =>
      readSigned(readCookie(header, name), key),
    isHinted: (header: string | undefined): boolean =>
      readCookie(header, name) !== null || readCookie(header, hintName) !== null,
    set: (secret: string, session: Session): string[] =>
      both(sign(secret, key), '1', secondsOf(session)),
    clear: (): string[] => both('', '', 0),
  }
}
