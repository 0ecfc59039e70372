// Tests the Firebase adapter with the real library, against a server on loopback that answers as Firebase does.
import { json } from 'node:stream/consumers'

import { deleteApp, getApps } from '@firebase/app'
import { getAuth, type PopupRedirectResolver } from '@firebase/auth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { withStore, type Identity } from '../testing/adapters.ts'
import { listenOnLoopback, type Loopback } from '../testing/loopback.ts'
import { ann } from '../testing/provider.ts'
import * as firebase from './firebase.ts'

/** Mocks the popup resolver, which needs a browser. As in Safari, it must be initialized before the click. */
const opener = vi.hoisted(() => ({
  makeReady: vi.fn<() => Promise<void>>(async () => {}),
  open: vi.fn<() => Promise<never>>(),
}))
vi.mock(import('@firebase/auth'), async (importOriginal) => {
  const library = await importOriginal()
  class Opener {
    readonly _shouldInitProactively = true
    readonly _redirectPersistence = library.inMemoryPersistence
    readonly _initialize = opener.makeReady
    readonly _completeRedirectFn = async (): Promise<null> => null
  }
  return {
    ...library,
    browserPopupRedirectResolver: Opener as unknown as PopupRedirectResolver,
    signInWithPopup: opener.open,
  }
})

const createFirebaseIdentity = (settings: firebase.FirebaseSettings): Identity =>
  withStore((user) => firebase.createFirebaseIdentity(settings, user))

type Answer = { status?: number; body: unknown }
type Calls = Record<string, () => Answer | Promise<Answer>>

let server: Loopback
let emulatorUrl: string
let calls: Calls
let seen: { what: string; body: unknown }[]

beforeEach(async () => {
  calls = { ...healthy }
  seen = []
  vi.spyOn(console, 'warn').mockReturnValue()
  server = await listenOnLoopback(async (request, response) => {
    // The last part of the path is the name of the call: /identitytoolkit.googleapis.com/v1/accounts:signUp?key=...
    const what = /[:/](\w+)\?/.exec(request.url ?? '')?.[1] ?? ''
    seen.push({ what, body: what === 'token' ? undefined : await json(request) })
    const { status = 200, body } = (await calls[what]?.()) ?? refusal(`NO_CALL_${what}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  emulatorUrl = server.origin
})
afterEach(async () => {
  vi.restoreAllMocks()
  // Without a browser the library stores users in memory until the process ends.
  await Promise.all(getApps().map((app) => getAuth(app).signOut()))
  await Promise.all(getApps().map(deleteApp))
  await server.close()
})

const refusal = (message: string): Answer => ({ status: 400, body: { error: { message } } })

const tokenFor = (uid: string, serial: number): string =>
  [{ alg: 'none' }, { sub: uid, user_id: uid, iat: 1_700_000_000, exp: 1_700_003_600, serial }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.') + '.'

const session = { refreshToken: 'refresh', expiresIn: '3600' }
const healthy: Calls = {
  signUp: () => ({ body: { ...session, localId: 'ann', idToken: tokenFor('ann', 1) } }),
  signInWithPassword: () => ({ body: { ...session, localId: 'ann', idToken: tokenFor('ann', 1) } }),
  lookup: () => ({ body: { users: [{ localId: 'ann', email: ann }] } }),
  token: () => ({
    body: { access_token: tokenFor('ann', 2), refresh_token: 'r2', expires_in: '3600' },
  }),
  sendOobCode: () => ({ body: { email: ann } }),
  resetPassword: () => ({ body: { email: ann, requestType: 'PASSWORD_RESET' } }),
}

const createIdentity = (): Identity =>
  createFirebaseIdentity({
    projectId: 'demo-tengrand',
    apiKey: 'demo',
    authDomain: 'demo-tengrand.firebaseapp.com',
    emulatorUrl,
  })

async function createSignedIn(): Promise<Identity> {
  const identity = createIdentity()
  await identity.signIn(ann, 'correct horse')
  seen = []
  return identity
}

const count = (what: string): number => seen.filter((call) => call.what === what).length
const hint = (): string | null => localStorage.getItem('tengrand-firebase')

const expectCode = (attempt: Promise<unknown>, code: string) =>
  expect(attempt).rejects.toMatchObject({ name: 'IdentityError', code })
const tokenIn = (identity: Identity) => identity.getToken({ forceRefresh: false })
const freshTokenIn = (identity: Identity) => identity.getToken({ forceRefresh: true })

describe('who is here', () => {
  test('is not known at first, and then nobody', async () => {
    const identity = createIdentity()
    expect(identity.getState()).toEqual({ kind: 'loading' })
    await vi.waitFor(() => expect(identity.getState()).toEqual({ kind: 'signed-out' }))
  })

  test('is the one who signs in, at the moment in which the sign-in has succeeded', async () => {
    const identity = createIdentity()
    const kinds: string[] = []
    const stop = identity.subscribe(() => kinds.push(identity.getState().kind))
    await identity.signIn(ann, 'correct horse')
    const state = { kind: 'signed-in', uid: 'ann', email: ann }
    expect(identity.getState()).toEqual(state)
    expect(hint()).toBe('1')
    stop()
    await identity.signOut()
    expect(kinds.at(-1)).toBe('signed-in')
  })

  test('stays the same object while nothing changes, so that a page need not be drawn again', async () => {
    const identity = await createSignedIn()
    const before = identity.getState()
    await freshTokenIn(identity)
    expect(identity.getState()).toBe(before)
  })

  test('is nobody after a sign-out, and the next visit need not ask Firebase', async () => {
    const identity = await createSignedIn()
    await identity.signOut()
    expect(identity.getState()).toEqual({ kind: 'signed-out' })
    expect(hint()).toBeNull()
    expect(await tokenIn(identity)).toBeUndefined()
  })

  test('is nobody after a sign-out that Firebase fails at, which is only logged', async () => {
    const identity = await createSignedIn()
    vi.spyOn(getAuth(), 'signOut').mockRejectedValue(new Error('no room to write it down'))
    await identity.signOut()
    expect(identity.getState()).toEqual({ kind: 'signed-out' })
    expect(await tokenIn(identity)).toBeUndefined()
    expect(vi.mocked(console.warn).mock.calls).toEqual([['Firebase did not sign out: Error', {}]])
  })

  test('is told also where the browser keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError')
    })
    const identity = await createSignedIn()
    expect(identity.getState().kind).toBe('signed-in')
  })
})

describe('a sign-in', () => {
  test.each(['EMAIL_NOT_FOUND', 'INVALID_PASSWORD', 'INVALID_LOGIN_CREDENTIALS', 'USER_DISABLED'])(
    'that Firebase refuses with %s is refused with one and the same sentence',
    async (message) => {
      calls['signInWithPassword'] = () => refusal(message)
      const identity = createIdentity()
      await expectCode(identity.signIn(ann, 'wrong'), 'invalid_credentials')
      expect(identity.getState().kind).not.toBe('signed-in')
    },
  )

  test('that nobody answers is a matter of the network', async () => {
    const identity = createIdentity()
    await server.close()
    await expectCode(identity.signIn(ann, 'correct horse'), 'network')
  })
})

test('a window for Google is made ready for before anybody clicks', async () => {
  opener.makeReady.mockClear()
  opener.open.mockRejectedValue(
    Object.assign(new Error('closed'), { code: 'auth/popup-closed-by-user' }),
  )
  const identity = createIdentity()
  await vi.waitFor(() => expect(opener.makeReady).toHaveBeenCalledOnce())
  const asked = identity.signInWithGoogle(async () => {})
  expect(opener.open).toHaveBeenCalledOnce()
  await expectCode(asked, 'popup_closed')
})

describe('a new password', () => {
  test.each(['short77', 'x'.repeat(129)])(
    'of the wrong length never leaves the page: %s',
    async (bad) => {
      const identity = createIdentity()
      await expectCode(identity.signUp(ann, bad), 'weak_password')
      await expectCode(identity.confirmPasswordReset('code', bad), 'weak_password')
      expect(seen).toEqual([])
    },
  )

  test('of the right length makes an account', async () => {
    const identity = createIdentity()
    await identity.signUp(ann, 'eight888')
    expect(identity.getState().kind).toBe('signed-in')
  })

  test('is set with the code of the mail, which is good for one time', async () => {
    const identity = createIdentity()
    await identity.confirmPasswordReset('code', 'eight888')
    expect(seen[0]?.body).toMatchObject({ oobCode: 'code', newPassword: 'eight888' })
    calls['resetPassword'] = () => refusal('INVALID_OOB_CODE')
    await expectCode(identity.confirmPasswordReset('code', 'eight888'), 'expired_link')
  })
})

describe('a mail for a new password', () => {
  test.each(['EMAIL_NOT_FOUND', 'USER_DISABLED'])(
    'looks the same to the one who asks when Firebase says %s',
    async (message) => {
      calls['sendOobCode'] = () => refusal(message)
      await expect(createIdentity().sendPasswordReset('who@example.com')).resolves.toBeUndefined()
      expect(count('sendOobCode')).toBe(1)
    },
  )

  test('can be asked for too often', async () => {
    calls['sendOobCode'] = () => refusal('RESET_PASSWORD_EXCEED_LIMIT')
    await expectCode(createIdentity().sendPasswordReset(ann), 'too_many_requests')
  })
})

test('the message that confirms the email is sent by Firebase, to whoever is signed in', async () => {
  const identity = await createSignedIn()
  await identity.sendConfirmation?.()
  expect(seen).toMatchObject([{ what: 'sendOobCode', body: { requestType: 'VERIFY_EMAIL' } }])
})

describe('a token', () => {
  test('that is still good is given without asking', async () => {
    const identity = await createSignedIn()
    expect(await tokenIn(identity)).toBe(tokenFor('ann', 1))
    expect(seen).toEqual([])
  })

  test('is there for whoever was here before, as soon as Firebase has found them', async () => {
    await createSignedIn()
    await Promise.all(getApps().map(deleteApp))
    const nextVisit = createIdentity()
    expect(nextVisit.getState()).toEqual({ kind: 'loading' })
    expect(await nextVisit.getToken({ forceRefresh: false })).toBe(tokenFor('ann', 1))
  })

  test('is not given to somebody who is leaving', async () => {
    const identity = await createSignedIn()
    const leaving = identity.signOut()
    expect(await tokenIn(identity)).toBeUndefined()
    await leaving
  })

  test('is asked for once, however many want a fresh one', async () => {
    const identity = await createSignedIn()
    const tokens = await Promise.all([1, 2, 3].map(() => freshTokenIn(identity)))
    expect(new Set(tokens)).toEqual(new Set([tokenFor('ann', 2)]))
    expect(count('token')).toBe(1)
    await freshTokenIn(identity)
    expect(count('token')).toBe(2)
  })

  test.each(['USER_DISABLED', 'USER_NOT_FOUND', 'TOKEN_EXPIRED', 'INVALID_REFRESH_TOKEN'])(
    'that Firebase refuses with %s ends the session',
    async (message) => {
      const identity = await createSignedIn()
      calls['token'] = () => refusal(message)
      expect(await freshTokenIn(identity)).toBeUndefined()
      expect(identity.getState()).toEqual({ kind: 'signed-out', lost: true })
      expect(hint()).toBeNull()
    },
  )

  test('that cannot be had right now ends nothing', async () => {
    const identity = await createSignedIn()
    calls['token'] = () => refusal('QUOTA_EXCEEDED')
    expect(await freshTokenIn(identity)).toBeUndefined()
    expect(identity.getState().kind).toBe('signed-in')
    expect(await tokenIn(identity)).toBe(tokenFor('ann', 1))
  })

  describe('that is on its way when somebody else signs in', () => {
    let identity: Identity
    let annsToken: Promise<string | undefined>
    let annsAnswer: PromiseWithResolvers<Answer>

    beforeEach(async () => {
      identity = await createSignedIn()
      annsAnswer = Promise.withResolvers()
      calls['token'] = () => annsAnswer.promise
      annsToken = freshTokenIn(identity)
      await vi.waitUntil(() => count('token') === 1)
      const bob = { localId: 'bob', email: 'bob@example.com' }
      calls['signInWithPassword'] = () => ({
        body: { ...session, ...bob, idToken: tokenFor('bob', 1) },
      })
      calls['lookup'] = () => ({ body: { users: [bob] } })
      await identity.signIn(bob.email, 'correct horse')
    })

    test('reaches neither of them', async () => {
      calls['token'] = () => ({
        body: { access_token: tokenFor('bob', 2), refresh_token: 'r2', expires_in: '3600' },
      })
      const bobsToken = freshTokenIn(identity)
      annsAnswer.resolve((await healthy['token']?.()) ?? refusal('NO_CALL'))
      expect(await annsToken).toBeUndefined()
      expect(await bobsToken).toBe(tokenFor('bob', 2))
    })

    test('signs nobody out when Firebase refuses it', async () => {
      annsAnswer.resolve(refusal('INVALID_REFRESH_TOKEN'))
      expect(await annsToken).toBeUndefined()
      expect(identity.getState()).toMatchObject({ kind: 'signed-in', uid: 'bob' })
      expect(await tokenIn(identity)).toBe(tokenFor('bob', 1))
    })
  })
})
