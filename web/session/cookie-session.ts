// The adapter for the server's own sessions: a cookie that no script can read, set by a sign-in with a password, Google or
// another issuer; and the token for the API, which is in memory only.
import { loadItem, saveItem } from '../browser/storage.ts'
import { warnOnce } from '../browser/log.ts'
import { identityPaths } from '../browser/paths.ts'
import { IdentityError } from './identity-error.ts'
import { withRetry, type Adapter, type UserSlot } from './identity.ts'
import { post, postSignIn, type Token } from './session-calls.ts'
import {
  clearSession,
  currentToken,
  findToken,
  hasHint,
  nextSession,
  setToken,
  type TokenSession,
} from './session-token.ts'

export interface CookieSession extends Adapter {
  /** Redirects to the issuer, which redirects back. With `forceLogin` the issuer must not use its own session. */
  readonly signInAtIssuer: (forceLogin: boolean) => Promise<void>
  /** Takes over the session whose cookie another answer has set: that of a guest, or of Google's popup window. */
  readonly adopt: () => Promise<void>
}

export function openCookieSession(user: UserSlot): CookieSession {
  const session: TokenSession = { user, count: 0 }
  const broadcast = openTabs((message) => {
    if (message === 'in') checkAgain()
    if (message === 'out') clearSession(session)
  })
  let checking: Promise<void> | undefined

  const checkAgain = (): void => void (checking = check(session))
  const begin = (token: Token | null | undefined): void => {
    // Where the browser refuses cookies, the session would end with this token.
    if (!token || !hasHint()) throw new IdentityError('unknown')
    setSigningOut(false)
    nextSession(session)
    setToken(session, token)
    broadcast('in')
  }
  const signInBy = (...request: Parameters<typeof postSignIn>): Promise<void> =>
    withSignInLock(async () => begin(await postSignIn(...request)))
  const adopt = (): Promise<void> => withSignInLock(async () => begin(await findToken(session)))
  if (!hasHint()) user.set({ kind: 'signed-out' })
  if (isSigningOut()) void endSession(session)
  else if (hasHint()) checkAgain()
  if (isBackFromIssuer()) void checking?.then(() => session.token && broadcast('in'))
  // A page in the browser's back/forward cache has missed the broadcasts.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (hasHint() || session.token)) checkAgain()
  })

  return {
    signIn: (email, password) => signInBy(identityPaths.signIn, { email, password }),
    signUp: (email, password) => signInBy(identityPaths.signUp, { email, password }),
    signInWithGoogle: async (askGoogle) => {
      await askGoogle(startGoogle, checkAgain)
      await adopt()
    },
    signInAtIssuer: (forceLogin) => withSignInLock(() => goToIssuer(forceLogin)),
    adopt,
    sendPasswordReset: async (email) => void (await post(identityPaths.requestReset, { email })),
    confirmPasswordReset: async (token, newPassword) =>
      void (await post(identityPaths.reset, { token, newPassword })),
    getToken: async (options) => {
      await checking
      return currentToken(session, options)
    },
    signOut: async (reason) => {
      broadcast('out')
      setSigningOut(true)
      const url = await endSession(session)
      // The issuer may still have a session; the page goes there after a sign-out by the learner, which has no reason.
      if (url && reason === undefined) location.assign(url)
    },
  }
}

/** The time after which the sign-in screen is drawn; a late response is still used. */
const answerSecondsMax = 8

/** Fetches a token, to find out which account the cookie's session belongs to. */
async function check(session: TokenSession): Promise<void> {
  const { get, set } = session.user
  const stopWaiting = (): void => {
    if (get().kind === 'loading') set({ kind: 'signed-out' })
  }
  const tooLong = setTimeout(stopWaiting, answerSecondsMax * 1000)
  try {
    const token = await findToken(session)
    if (token === null) clearSession(session, session.token !== undefined)
    else if (token) {
      setToken(session, token)
      saveItem('localStorage', leftKey, null)
    }
  } catch (error) {
    warnOnce('It is not known who is signed in', error)
    stopWaiting()
  } finally {
    clearTimeout(tooLong)
  }
}

async function startGoogle(nonce: string): Promise<string> {
  const { url = '' } = await withSignInLock(() => post(identityPaths.signInWithGoogle, { nonce }))
  return url
}

const awayKey = 'tengrand-away'

async function goToIssuer(forceLogin: boolean): Promise<void> {
  // Sends a pending sign-out first, because at the next visit it would end the new session.
  await sendSignOut()
  const { url } = await post(identityPaths.signInWithIssuer, {
    askAgain: forceLogin || loadItem('localStorage', leftKey) !== null,
  })
  if (!url) throw new IdentityError('unknown')
  saveItem('sessionStorage', awayKey, '1')
  location.assign(url)
}

/** Set by a sign-out: the issuer may still have a session, and the next user of this computer may be another person. */
const leftKey = 'tengrand-left'

/** Whether the page was opened by the issuer's redirect, which other tabs do not know of. */
function isBackFromIssuer(): boolean {
  const was = loadItem('sessionStorage', awayKey) !== null
  saveItem('sessionStorage', awayKey, null)
  return was
}

/** Stored until the server has confirmed the sign-out, so that no session stays open on a shared computer. */
const leavingKey = 'tengrand-leaving'

const isSigningOut = (): boolean => loadItem('localStorage', leavingKey) !== null
function setSigningOut(isPending: boolean): void {
  saveItem('localStorage', leavingKey, isPending ? '1' : null)
  if (isPending) saveItem('localStorage', leftKey, '1')
}

/** Resolves to the issuer's address for signing out there too. */
async function endSession(session: TokenSession): Promise<string | null> {
  clearSession(session)
  try {
    return await withRetry(() => withSignInLock(sendSignOut))
  } catch (error) {
    warnOnce('Signing out failed', error)
    return null
  }
}

/** Sends a pending sign-out. A sign-in removes the pending mark, because the request would end the new session. */
async function sendSignOut(): Promise<string | null> {
  if (!isSigningOut()) return null
  const { url = null } = await post(identityPaths.signOut, {})
  setSigningOut(false)
  return url
}

/** Runs one sign-in or sign-out at a time in all tabs, because a late sign-out response would delete new cookies. */
async function withSignInLock<T>(work: () => Promise<T>): Promise<T> {
  let begun = false
  try {
    return await navigator.locks.request(leavingKey, () => {
      begun = true
      return work()
    })
  } catch (error) {
    if (begun) throw error
    // Locks exist only over https; without them a queue orders the requests of this tab.
    const result = queue.then(work)
    queue = result.catch(() => {})
    return result
  }
}

let queue: Promise<unknown> = Promise.resolve()

/** The tabs of a browser share one session; without BroadcastChannel a tab notices changes by its next request. */
function openTabs(onMessage: (message: unknown) => void): (message: 'in' | 'out') => void {
  try {
    const channel = new BroadcastChannel('tengrand-session')
    channel.addEventListener('message', ({ data }) => onMessage(data))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
    return (message) => channel.postMessage(message)
  } catch {
    return () => {}
  }
}
