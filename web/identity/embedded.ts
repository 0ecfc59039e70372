// Signs people in with the embedded provider: the session is a cookie that no script can read, the token is held here.
import { warnOnce } from '../log.ts'
import { textAt } from '../text-at.ts'
import { makeHolder, type Holder } from './embedded-holder.ts'
import { inTurn, isLeaving, setLeaving, tellServer } from './embedded-leaving.ts'
import { makeRenewal, type Renewal } from './embedded-renewal.ts'
import { fetchToken, post } from './embedded-wire.ts'
import { askGoogle } from './google-popup.ts'
import { IdentityError, type Identity } from './identity.ts'
import { patiently } from './patiently.ts'

export function createEmbeddedIdentity(): Identity {
  const holder = makeHolder()
  const renewal = makeRenewal(holder)
  const tellTabs = openTabs((message) => {
    if (message === 'in') lookAgain()
    if (message === 'out') holder.letGo()
  })
  let checking: Promise<void> | undefined

  const lookAgain = (): void => {
    checking = check(holder, renewal)
  }
  const enter = async (): Promise<void> => {
    setLeaving(false)
    const session = holder.turn()
    const token = await patiently(fetchToken)
    if (token === null || session !== holder.session()) throw new IdentityError('unknown')
    renewal.hold(token)
    tellTabs('in')
  }
  const enterBy = (path: string, body: object): Promise<void> =>
    inTurn(() => post(path, body).then(enter))
  const leave = (): Promise<void> => {
    holder.letGo()
    return patiently(tellServer).catch((error) => warnOnce('Signing out failed', error))
  }
  if (isLeaving()) void leave()
  else if (holder.getState().kind === 'loading') lookAgain()

  return {
    getState: holder.getState,
    subscribe: holder.subscribe,
    signIn: (email, password) => enterBy('sign-in/email', { email, password }),
    signUp: (email, password) => enterBy('sign-up/email', { email, password }),
    signInWithGoogle: () => askGoogle(startGoogle, lookAgain).then(() => inTurn(enter)),
    sendPasswordReset: async (email) => void (await post('request-password-reset', { email })),
    confirmPasswordReset: async (token, newPassword) =>
      void (await post('reset-password', { token, newPassword })),
    getToken: async (options) => {
      await checking
      return renewal.getToken(options)
    },
    signOut: () => {
      tellTabs('out')
      setLeaving(true)
      return leave()
    },
  }
}

async function startGoogle(nonce: string): Promise<string> {
  const body = { provider: 'google', nonce, disableRedirect: true }
  return textAt(await inTurn(() => post('sign-in/social', body)), 'url')
}

/** A late answer still counts, but nobody waits longer for it before an empty page. */
const answerSecondsMax = 8

/** Asks who is here now, whoever it was before. */
async function check(holder: Holder, renewal: Renewal): Promise<void> {
  const session = holder.turn()
  const tooLong = setTimeout(holder.stopWaiting, answerSecondsMax * 1000)
  try {
    const token = await patiently(fetchToken)
    if (session !== holder.session()) return
    if (token === null) holder.letGo(holder.token() !== undefined)
    else renewal.hold(token)
  } catch (error) {
    warnOnce('It is not known who is signed in', error)
    holder.stopWaiting()
  } finally {
    clearTimeout(tooLong)
  }
}

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
