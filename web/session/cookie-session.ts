// Signs people in by a session of the server's: a cookie that no script can read, which comes by a password, by Google or
// by another issuer. The token for the API is held here.
import { loadItem, saveItem } from '../browser/storage.ts'
import { warnOnce } from '../browser/log.ts'
import { identityPaths } from '../browser/paths.ts'
import { IdentityError, type Identity } from './identity.ts'
import { hasHint, makeSessionToken, type SessionToken } from './session-token.ts'
import { enter, fetchToken, post, type Token } from './session-wire.ts'
import { withRetry } from './with-retry.ts'

export interface CookieSession extends Identity {
  /** Leaves the page: the issuer asks who somebody is and sends them back. It may not rely on whom it remembers. */
  readonly signInAtIssuer: (asksAgain: boolean) => Promise<void>
}

export function openCookieSession(): CookieSession {
  const session = makeSessionToken()
  const tellTabs = openTabs((message) => {
    if (message === 'in') lookAgain()
    if (message === 'out') session.letGo()
  })
  let checking: Promise<void> | undefined

  const lookAgain = (): void => {
    checking = check(session)
  }
  const begin = (token: Token): void => {
    // A session that the browser does not keep would end with this token.
    if (!hasHint()) throw new IdentityError('unknown')
    setLeaving(false)
    session.turn()
    session.hold(token)
    tellTabs('in')
  }
  const enterBy = (...how: Parameters<typeof enter>): Promise<void> =>
    inTurn(async () => begin(await enter(...how)))
  if (isLeaving()) void leave(session, 'left before')
  else if (session.getState().kind === 'loading') lookAgain()
  if (isBack()) void checking?.then(() => session.token() && tellTabs('in'))
  // What the tabs said meanwhile does not reach a page that the browser had put aside.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (hasHint() || session.token())) lookAgain()
  })

  return {
    getState: session.getState,
    subscribe: session.subscribe,
    signIn: (email, password) => enterBy(identityPaths.signIn, { email, password }),
    signUp: (email, password) => enterBy(identityPaths.signUp, { email, password }),
    signInWithGoogle: async (ask) => {
      await ask(startGoogle, lookAgain)
      await inTurn(async () => begin(await tokenOfCookie(session)))
    },
    signInAtIssuer: (asksAgain) => inTurn(() => goToIssuer(asksAgain)),
    sendPasswordReset: async (email) => void (await post(identityPaths.requestReset, { email })),
    confirmPasswordReset: async (token, newPassword) =>
      void (await post(identityPaths.reset, { token, newPassword })),
    getToken: async (options) => {
      await checking
      return session.getToken(options)
    },
    signOut: (why = 'asked') => {
      tellTabs('out')
      setLeaving(true)
      return leave(session, why)
    },
  }
}

/** A late answer still counts, but nobody waits longer for it before an empty page. */
const answerSecondsMax = 8

/** Asks who is here now, whoever it was before. */
async function check(session: SessionToken): Promise<void> {
  const asked = session.turn()
  const tooLong = setTimeout(session.stopWaiting, answerSecondsMax * 1000)
  try {
    const token = await withRetry(fetchToken)
    if (asked !== session.session()) return
    if (token === null) session.letGo(session.token() !== undefined)
    else {
      session.hold(token)
      saveItem('localStorage', leftKey, null)
    }
  } catch (error) {
    warnOnce('It is not known who is signed in', error)
    session.stopWaiting()
  } finally {
    clearTimeout(tooLong)
  }
}

async function startGoogle(nonce: string): Promise<string> {
  const { url = '' } = await inTurn(() => post(identityPaths.signInWithGoogle, { nonce }))
  return url
}

/** The cookie came in another window. */
async function tokenOfCookie(session: SessionToken): Promise<Token> {
  const asked = session.turn()
  const token = await withRetry(fetchToken)
  if (token === null || asked !== session.session()) throw new IdentityError('unknown')
  return token
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

/** Another issuer may know them still; that is where only somebody goes who has just asked to be signed out. */
async function leave(
  session: SessionToken,
  why: 'asked' | 'refused' | 'left before',
): Promise<void> {
  session.letGo()
  try {
    const url = await withRetry(() => inTurn(tellServer))
    if (url && why === 'asked') location.assign(url)
  } catch (error) {
    warnOnce('Signing out failed', error)
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
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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
