// Sessions of people who sign in on this server: begun, used and ended.
import type { Tx } from '../db/handle.ts'
import type { KeyFor } from '../secret.ts'
import type { SessionConfig } from './config.ts'
import type { IdentityDeps, OwnSignIns } from './identity.ts'
import { createLiveSessions } from './live-sessions.ts'
import { sessionCookies, type SessionCookies } from './session-cookies.ts'
import {
  addSession,
  endedSessions,
  endSession,
  endSessionsOf,
  makeRoomFor,
  useSession,
  type Session,
  type Used,
} from './session-store.ts'
import { createSessionTokens, type SessionTokens } from './session-tokens.ts'
import { startSweeping } from './sweep.ts'

export interface Sessions extends SessionTokens {
  readonly keyFor: KeyFor
  /** Whether cookies are for https alone. */
  readonly secure: boolean
  readonly cookies: SessionCookies
  /** The last step of a sign-in, inside its transaction; what the browser had before is replaced. */
  readonly begin: (
    tx: Tx,
    who: Pick<Session, 'subject' | 'email'>,
    replaced: string | null,
  ) => Promise<Begun>
  /** After the transaction is committed. */
  readonly arrive: (begun: Begun) => Promise<Arrived>
  readonly current: (secret: string) => Promise<Used | null>
  /** False where there was none. */
  readonly end: (secret: string) => Promise<boolean>
  /** Inside a transaction; the ids are for `ended`, after it is committed. One may be kept. */
  readonly endAllOf: (tx: Tx, subject: string, kept?: string | null) => Promise<string[]>
  readonly ended: (ids: readonly string[]) => void
  readonly close: () => Promise<void>
}

export interface Begun {
  readonly session: Session
  readonly secret: string
  /** Those that ended for it. */
  readonly ended: readonly string[]
}

interface Arrived {
  readonly user: { readonly id: string; readonly email: string | null }
  readonly token: string
  readonly setCookies: string[]
}

/** For the rest of the server, which ends sessions where it ends an account. */
export const signInsOf = (
  { ended, cookies }: Sessions,
  checkPassword: OwnSignIns['checkPassword'],
): OwnSignIns => ({ ended, clearCookies: cookies.clear, checkPassword })

const dayMs = 86_400_000

/** Of the people of this issuer, and of nobody else. */
export async function openSessions(
  deps: IdentityDeps,
  config: SessionConfig,
  issuer: string,
): Promise<Sessions> {
  const { db, now, publicUrl, keyFor } = deps
  const live = createLiveSessions(db, issuer, now)
  const minutes = config.tokenMinutes
  const tokens = createSessionTokens({ ...live, key: keyFor('tokens'), minutes, now, issuer })
  const sessionMs = config.sessionDays * dayMs
  const secure = publicUrl?.protocol === 'https:'
  const cookies = sessionCookies({ secure, key: keyFor('sessions'), seconds: sessionMs / 1000 })
  const lifeOf = (at: number) => ({ at: new Date(at), expiresAt: new Date(at + sessionMs) })
  const ended = (ids: readonly string[]): void => ids.forEach(live.end)
  const hearing = await db.listen(endedSessions, (id) => {
    if (id === '') live.forgetAll()
    else live.end(id)
  })
  const sweeping = startSweeping(deps)

  return {
    ...tokens,
    keyFor,
    secure,
    cookies,
    begin: async (tx, who, replaced) => {
      const life = lifeOf(now())
      const { id, secret } = await addSession(tx, { ...who, issuer, ...life })
      const gone = await makeRoomFor(tx, { id, issuer, subject: who.subject, replaced })
      return { session: { ...who, id, createdAt: life.at }, secret, ended: gone }
    },
    arrive: async ({ session, secret, ended: ids }) => {
      ended(ids)
      const { subject: id, email } = session
      const token = await tokens.tokenOf(session)
      return { user: { id, email }, token, setCookies: cookies.set(secret) }
    },
    current: (secret) => useSession(db, secret, { issuer, ...lifeOf(now()) }),
    end: async (secret) => {
      const ids = await endSession(db, secret)
      ended(ids)
      return ids.length > 0
    },
    endAllOf: (tx, subject, kept = null) => endSessionsOf(tx, { issuer, subject, kept }),
    ended,
    close: async () => {
      await sweeping.stop()
      await hearing.close()
    },
  }
}
