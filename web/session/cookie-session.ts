// Signs people in by a session of the server's: a cookie that no script can read, which comes by a password, by Google or
// by another issuer. The token for the API is held here.
import { loadItem, saveItem } from '../browser/storage.ts'
import { warnOnce } from '../browser/log.ts'
import { identityPaths } from '../browser/paths.ts'
import { IdentityError } from './identity-error.ts'
import { withRetry, type Adapter, type UserSlot } from './identity.ts'
import {
  currentToken,
  findToken,
  hasHint,
  hold,
  letGo,
  nextSession,
  type TokenSession,
} from './session-token.ts'
import { enter, post, type Token } from './session-calls.ts'

export interface CookieSession extends Adapter {
  /** Leaves the page: the issuer asks who somebody is and sends them back. It may not rely on whom it remembers. */
  readonly signInAtIssuer: (asksAgain: boolean) => Promise<void>
}

export function openCookieSession(user: UserSlot): CookieSession {
  const session: TokenSession = { user, count: 0 }
  const tellTabs = openTabs((message) => {
    if (message === 'in') lookAgain()
    if (message === 'out') letGo(session)
  })
  let checking: Promise<void> | undefined

  const lookAgain = (): void => {
    checking = check(session)
  }
  const begin = (token: Token | null | undefined): void => {
    // A session that the browser does not keep would end with this token.
    if (!token || !hasHint()) throw new IdentityError('unknown')
    setLeaving(false)
    nextSession(session)
    hold(session, token)
    tellTabs('in')
  }
  const enterBy = (...how: Parameters<typeof enter>): Promise<void> =>
    withSignInLock(async () => begin(await enter(...how)))
  if (!hasHint()) user.set({ kind: 'signed-out' })
  if (isLeaving()) void leave(session)
  else if (hasHint()) lookAgain()
  if (isBack()) void checking?.then(() => session.token && tellTabs('in'))
  // What the tabs said meanwhile does not reach a page that the browser had put aside.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (hasHint() || session.token)) lookAgain()
  })

  return {
    signIn: (email, password) => enterBy(identityPaths.signIn, { email, password }),
    signUp: (email, password) => enterBy(identityPaths.signUp, { email, password }),
    signInWithGoogle: async (ask) => {
      await ask(startGoogle, lookAgain)
      // The cookie came in another window.
      await withSignInLock(async () => begin(await findToken(session)))
    },
    signInAtIssuer: (asksAgain) => withSignInLock(() => goToIssuer(asksAgain)),
    sendPasswordReset: async (email) => void (await post(identityPaths.requestReset, { email })),
    confirmPasswordReset: async (token, newPassword) =>
      void (await post(identityPaths.reset, { token, newPassword })),
    getToken: async (options) => {
      await checking
      return currentToken(session, options)
    },
    signOut: async (refused) => {
      tellTabs('out')
      setLeaving(true)
      const url = await leave(session)
      // Another issuer may know them still; that is where only somebody goes who has just asked to be signed out.
      if (url && refused === undefined) location.assign(url)
    },
  }
}

/** A late answer still counts, but nobody waits longer for it before an empty page. */
const answerSecondsMax = 8

/** Asks who is here now, whoever it was before. */
async function check(session: TokenSession): Promise<void> {
  const { get, set } = session.user
  const stopWaiting = (): void => {
    if (get().kind === 'loading') set({ kind: 'signed-out' })
  }
  const tooLong = setTimeout(stopWaiting, answerSecondsMax * 1000)
  try {
    const token = await findToken(session)
    if (token === null) letGo(session, session.token !== undefined)
    else if (token) {
      hold(session, token)
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

async function goToIssuer(asksAgain: boolean): Promise<void> {
  // Told at the next visit, an old sign-out would end the session with which the issuer sends people back.
  await tellServer()
  const { url } = await post(identityPaths.signInWithIssuer, {
    askAgain: asksAgain || loadItem('localStorage', leftKey) !== null,
  })
  if (!url) throw new IdentityError('unknown')
  saveItem('sessionStorage', awayKey, '1')
  location.assign(url)
}

/** Somebody has left here, whom the issuer may remember; whoever comes next on this computer may be another. */
const leftKey = 'tengrand-left'

/** Whether this visit began at the issuer, of which no other tab has heard. */
function isBack(): boolean {
  const was = loadItem('sessionStorage', awayKey) !== null
  saveItem('sessionStorage', awayKey, null)
  return was
}

/** A sign-out is kept until the server has heard of it, so that nobody finds the session on a shared computer. */
const leavingKey = 'tengrand-leaving'

const isLeaving = (): boolean => loadItem('localStorage', leavingKey) !== null
function setLeaving(leaving: boolean): void {
  saveItem('localStorage', leavingKey, leaving ? '1' : null)
  if (leaving) saveItem('localStorage', leftKey, '1')
}

/** Yields where to sign out as well, once the server has heard of it. */
async function leave(session: TokenSession): Promise<string | null> {
  letGo(session)
  try {
    return await withRetry(() => withSignInLock(tellServer))
  } catch (error) {
    warnOnce('Signing out failed', error)
    return null
  }
}

/** Asks nothing where somebody has signed in meanwhile: the session would be theirs. */
async function tellServer(): Promise<string | null> {
  if (!isLeaving()) return null
  const { url = null } = await post(identityPaths.signOut, {})
  setLeaving(false)
  return url
}

/** Ways in and out, one at a time in all tabs: the answer to a sign-out takes cookies away, and they must be the old ones. */
async function withSignInLock<T>(work: () => Promise<T>): Promise<T> {
  let begun = false
  try {
    return await navigator.locks.request(leavingKey, () => {
      begun = true
      return work()
    })
  } catch (error) {
    if (begun) throw error
    // Browsers withhold locks without encryption; one at a time in this tab is then the best there is.
    const turn = before.then(work)
    before = turn.catch(() => {})
    return turn
  }
}

let before: Promise<unknown> = Promise.resolve()

/** The tabs of a browser share one session. Where there is no channel between them, each finds out by itself. */
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
