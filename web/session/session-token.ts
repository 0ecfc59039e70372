// The token of whoever is signed in, which is renewed before it ends. One session follows another, so that a late answer
// never counts in the next one.
import { warnOnce } from '../browser/log.ts'
import { withRetry, type Adapter, type UserSlot } from './identity.ts'
import { fetchToken, type Token } from './session-calls.ts'

export interface TokenSession {
  readonly user: UserSlot
  /** Counts the sessions: whoever waits for an answer compares it with the one in which they asked. */
  count: number
  token?: Token | undefined
  renewing?: Promise<Token | undefined> | undefined
  renewTimer?: ReturnType<typeof setTimeout>
}

/** From here on nothing counts that was asked before. */
export function nextSession(session: TokenSession): number {
  session.renewing = undefined
  return (session.count += 1)
}

export function hold(session: TokenSession, token: Token): void {
  const { uid, email } = token
  session.token = token
  renewIn(session, freshUntil(token) - performance.now())
  const known = session.user.get()
  if (known.kind !== 'signed-in' || known.uid !== uid) nextSession(session)
  else if (known.email === email) return
  session.user.set({ kind: 'signed-in', uid, email })
}

export function letGo(session: TokenSession, lost = false): void {
  nextSession(session)
  session.token = undefined
  clearTimeout(session.renewTimer)
  // Whoever signed out must not be here again after a reload, not even where the server did not hear of it.
  document.cookie = 'tengrand_session=; Path=/; Max-Age=0'
  if (session.user.get().kind !== 'signed-out') session.user.set({ kind: 'signed-out', lost })
}

/** Set by the server beside the session, so that a visitor without one is not asked about it. */
export const hasHint = (): boolean => /(?:^|; )tengrand_session=1(?:;|$)/.test(document.cookie)

/** Asks whose session it is now, whoever it was before. Undefined where another one has begun meanwhile. */
export async function findToken(session: TokenSession): Promise<Token | null | undefined> {
  const asked = nextSession(session)
  const token = await withRetry(fetchToken)
  return asked === session.count ? token : undefined
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

const endOf = ({ askedAt, lifetimeMs }: Token): number => askedAt + lifetimeMs

/** A token that lives for a minute or less would never be fresh. */
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
  const asked = session.count
  try {
    const token = await fetchToken()
    if (asked !== session.count) return undefined
    if (token === null) letGo(session, true)
    else hold(session, token)
    // It may be somebody else's by now, and whoever asked is not them.
    return asked === session.count ? (token ?? undefined) : undefined
  } catch (error) {
    warnOnce('There is no fresh token', error)
    if (asked === session.count) renewIn(session, secondsAfterFailure * 1000)
    return undefined
  }
}
