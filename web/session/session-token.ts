// The API token of a cookie session, renewed before it expires. Sessions are counted, so that a late answer is not used in the
// next one.
import { warnOnce } from '../browser/log.ts'
import { withRetry, type Adapter, type UserSlot } from './identity.ts'
import { fetchToken, type Token } from './session-calls.ts'

export interface TokenSession {
  readonly user: UserSlot
  /** The number of the session: an answer is dropped where it has changed since the request. */
  count: number
  token?: Token | undefined
  renewing?: Promise<Token | undefined> | undefined
  renewTimer?: ReturnType<typeof setTimeout>
}

/** Counts a new session: responses to earlier requests are dropped from now on. */
export function nextSession(session: TokenSession): number {
  session.renewing = undefined
  return (session.count += 1)
}

export function setToken(session: TokenSession, token: Token): void {
  const { uid, email, isGuest } = token
  session.token = token
  renewIn(session, freshUntil(token) - performance.now())
  const before = session.user.get()
  if (before.kind !== 'signed-in' || before.uid !== uid) nextSession(session)
  else if (before.email === email) return
  session.user.set({ kind: 'signed-in', uid, email, isGuest })
}

export function clearSession(session: TokenSession, lost = false): void {
  nextSession(session)
  session.token = undefined
  clearTimeout(session.renewTimer)
  // Deletes the hint, so that a reload does not restore the session, even where the request to the server failed.
  document.cookie = 'tengrand_session=; Path=/; Max-Age=0'
  if (session.user.get().kind !== 'signed-out') session.user.set({ kind: 'signed-out', lost })
}

/** The hint is a readable cookie beside that of the session; without it no token is requested. */
export const hasHint = (): boolean => /(?:^|; )tengrand_session=1(?:;|$)/.test(document.cookie)

/** The token of the cookie's session; null without one, undefined where another session has begun meanwhile. */
export async function findToken(session: TokenSession): Promise<Token | null | undefined> {
  const count = nextSession(session)
  const token = await withRetry(fetchToken)
  return count === session.count ? token : undefined
}

export async function currentToken(
  session: TokenSession,
  { forceRefresh }: Parameters<Adapter['getToken']>[0],
): Promise<string | undefined> {
  const old = session.token
  if (old === undefined) return undefined
  if (!forceRefresh && performance.now() < freshUntil(old)) return old.text
  const fresh = await renewOnce(session)
  if (fresh !== undefined || forceRefresh) return fresh?.text
  return old === session.token && performance.now() < endOf(old) ? old.text : undefined
}

const secondsBefore = 60
const secondsAfterFailure = 30

const endOf = ({ requestedAt, lifetimeMs }: Token): number => requestedAt + lifetimeMs

/** A minute before its end; half its lifetime for a token that lives two minutes or less. */
const freshUntil = (token: Token): number =>
  endOf(token) - Math.min(secondsBefore * 1000, token.lifetimeMs / 2)

function renewIn(session: TokenSession, ms: number): void {
  clearTimeout(session.renewTimer)
  session.renewTimer = setTimeout(() => void renewOnce(session), ms)
}

function renewOnce(session: TokenSession): Promise<Token | undefined> {
  if (session.renewing) return session.renewing
  const renewing = renew(session).finally(() => {
    if (session.renewing === renewing) session.renewing = undefined
  })
  session.renewing = renewing
  return renewing
}

async function renew(session: TokenSession): Promise<Token | undefined> {
  const { count } = session
  try {
    const token = await fetchToken()
    if (count !== session.count) return undefined
    if (token === null) clearSession(session, true)
    else setToken(session, token)
    // The token of another account has begun another session, and must not get to this caller.
    return count === session.count ? (token ?? undefined) : undefined
  } catch (error) {
    warnOnce('There is no fresh token', error)
    if (count === session.count) renewIn(session, secondsAfterFailure * 1000)
    return undefined
  }
}
