// Tests the adapter for the server's own sessions: its requests, its token, and its state in all tabs.
import { problemOf } from '@tengrand/contract/refusals.ts'
import { describe, expect, test, vi } from 'vitest'

import { forgetWarnings } from '../browser/log.ts'
import {
  annIn,
  bobIn,
  expectState,
  openBrowserForEach,
  openCookieSession,
  openTab,
  provider,
  tokenCalls,
  type Identity,
} from '../testing/adapters.ts'
import {
  ann,
  bob,
  hasHint,
  isDown,
  refuses,
  postMessageTo,
  tokenOf,
  uidOf,
  type Reply,
} from '../testing/provider.ts'
import { explain, sentenceOf } from './identity-error.ts'
import { post } from './session-calls.ts'

openBrowserForEach()

const known = (identity: Identity) =>
  vi.waitFor(() => expect(identity.getState().kind).not.toBe('loading'), { timeout: 20_000 })
const fresh = (identity: Identity) => identity.getToken({ forceRefresh: false })
const forced = (identity: Identity) => identity.getToken({ forceRefresh: true })
const refusedSignIn = (identity = openCookieSession()) =>
  identity.signIn(ann, 'x').catch((error: unknown) => error)
const givesToken = (claims: Parameters<typeof tokenOf>[0]) => (): Response =>
  Response.json({ token: tokenOf(claims) })

/** Opens a tab with a session of an earlier visit, under a fake clock. */
function openOnFakeClock(reply?: Reply) {
  vi.useFakeTimers()
  provider.remember(ann)
  if (reply) provider.replies['/identity/token'] = reply
  return openCookieSession()
}
/** Holds the responses with a token until the returned function is called. */
function sendTokenLater() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  provider.replies['/identity/token'] = () => promise
  return (claims: Parameters<typeof tokenOf>[0]) => resolve(givesToken(claims)())
}

const outages = [
  { what: 'cannot be reached', reply: isDown },
  { what: 'is not available', reply: refuses({ code: 'unavailable' }) },
]

describe('the first look', () => {
  test('finds nobody, at once and without a question, where there is no hint', async () => {
    const identity = openCookieSession()
    expect(identity.getState()).toEqual({ kind: 'signed-out' })
    expect(await fresh(identity)).toBeUndefined()
    expect(provider.asked).toEqual([])
  })

  test('finds whoever the token names', async () => {
    provider.remember(ann)
    const identity = openCookieSession()
    expect(identity.getState()).toEqual({ kind: 'loading' })
    await known(identity)
    expect(identity.getState()).toEqual(annIn)
    expect(provider.asked).toEqual(['GET /identity/token'])
  })

  test('reads an address in any script', async () => {
    provider.remember(ann)
    provider.replies['/identity/token'] = givesToken({ email: 'änne.??>@例え.jp' })
    const identity = openCookieSession()
    await known(identity)
    expect(identity.getState()).toMatchObject({ email: 'änne.??>@例え.jp' })
  })

  test('does not believe a hint that the server does not confirm, and forgets it', async () => {
    provider.remember(ann)
    provider.replies['/identity/token'] = refuses({ code: 'unauthorized' })
    const identity = openCookieSession()
    await known(identity)
    expect(identity.getState()).toEqual({ kind: 'signed-out', lost: false })
    expect(hasHint()).toBe(false)
    expect(tokenCalls()).toBe(1)
  })

  test.each(outages)('asks again when the server $what', async ({ reply }) => {
    const identity = openOnFakeClock(reply)
    await vi.advanceTimersByTimeAsync(1000)
    expect(identity.getState().kind).toBe('loading')
    delete provider.replies['/identity/token']
    await vi.advanceTimersByTimeAsync(1500)
    expect(identity.getState()).toEqual(annIn)
  })

  test('gives up after a few attempts, and keeps the hint for the next visit', async () => {
    const identity = openOnFakeClock(isDown)
    await vi.advanceTimersByTimeAsync(8000)
    expect(identity.getState()).toEqual({ kind: 'signed-out' })
    expect(tokenCalls()).toBe(4)
    expect(hasHint()).toBe(true)
  })

  test('lets a page wait for 8 seconds at most, and takes a late answer all the same', async () => {
    const sendToken = sendTokenLater()
    const identity = openOnFakeClock()
    await vi.advanceTimersByTimeAsync(7900)
    expect(identity.getState().kind).toBe('loading')
    await vi.advanceTimersByTimeAsync(100)
    expect(identity.getState().kind).toBe('signed-out')
    sendToken({})
    await vi.advanceTimersByTimeAsync(0)
    expect(identity.getState().kind).toBe('signed-in')
  })

  test.each([
    { what: 'no token', body: {} },
    { what: 'no JSON Web Token', body: { token: 'abc' } },
    { what: 'a token without a lifetime', body: { token: 'e30.e30.c2ln' } },
  ])('takes $what for nobody', async ({ body }) => {
    provider.remember(ann)
    provider.replies['/identity/token'] = () => Response.json(body)
    const identity = openCookieSession()
    await known(identity)
    expect(identity.getState()).toEqual({ kind: 'signed-out' })
    expect(tokenCalls()).toBe(1)
  })
})

describe('the token', () => {
  test('is held, and asked for once by many at a time', async () => {
    const identity = await openTab(ann)
    const first = await fresh(identity)
    expect(first).toBeTruthy()
    expect(await fresh(identity)).toBe(first)
    const tokens = await Promise.all([forced(identity), forced(identity), forced(identity)])
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(first)
    expect(tokenCalls()).toBe(2)
  })

  test('is waited for by whoever asks during the first look', async () => {
    provider.remember(ann)
    expect(await fresh(openCookieSession())).toBeTruthy()
    expect(tokenCalls()).toBe(1)
  })

  test('is renewed a minute before it ends by its own lifetime, whatever the clock on the wall says', async () => {
    vi.useFakeTimers({ now: Date.UTC(1999, 0, 1) })
    provider.remember(ann)
    const identity = openCookieSession()
    await vi.advanceTimersByTimeAsync(0)
    const first = await fresh(identity)
    await vi.advanceTimersByTimeAsync(839_000)
    vi.setSystemTime(Date.UTC(2050, 0, 1))
    expect(await fresh(identity)).toBe(first)
    expect(tokenCalls()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(tokenCalls()).toBe(2)
    expect(await fresh(identity)).not.toBe(first)
    await vi.advanceTimersByTimeAsync(840_000)
    expect(tokenCalls()).toBe(3)
  })

  test('is renewed by half of its life where that is short', async () => {
    openOnFakeClock(givesToken({ iat: 1000, exp: 1040 }))
    await vi.advanceTimersByTimeAsync(19_000)
    expect(tokenCalls()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    expect(tokenCalls()).toBe(2)
  })

  test.each(outages)(
    'may be missing while the server $what, which signs nobody out',
    async ({ reply }) => {
      const identity = openOnFakeClock()
      await vi.advanceTimersByTimeAsync(0)
      const old = await fresh(identity)
      provider.replies['/identity/token'] = reply
      expect(await forced(identity)).toBeUndefined()
      expect(identity.getState()).toEqual(annIn)
      await vi.advanceTimersByTimeAsync(870_000)
      expect(await fresh(identity)).toBe(old)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await fresh(identity)).toBeUndefined()
      expect(identity.getState()).toEqual(annIn)
      delete provider.replies['/identity/token']
      // The timer renews the token, without a call of getToken.
      await vi.advanceTimersByTimeAsync(30_000)
      expect(provider.tokensGiven).toBe(2)
      expect(await fresh(identity)).toBeTruthy()
      expect(provider.tokensGiven).toBe(2)
    },
  )

  test('is asked for no more often the longer the server is down', async () => {
    const identity = openOnFakeClock()
    await vi.advanceTimersByTimeAsync(840_000)
    provider.replies['/identity/token'] = isDown
    const before = tokenCalls()
    for (let call = 0; call < 90; call += 1) {
      await forced(identity)
      await vi.advanceTimersByTimeAsync(20_000)
    }
    expect(tokenCalls() - before).toBe(90)
  })

  test('with another email of the same person is told, and is still theirs', async () => {
    const identity = await openTab(ann)
    const listener = vi.fn<() => void>()
    identity.subscribe(listener)
    const renamed = { kind: 'signed-in', uid: uidOf(ann), email: 'ann@new.example' }
    provider.replies['/identity/token'] = givesToken({ sub: uidOf(ann), email: renamed.email })
    expect(await forced(identity)).toBeTruthy()
    expect(identity.getState()).toEqual(renamed)
    await forced(identity)
    expect(listener).toHaveBeenCalledOnce()
  })

  test('that is refused ends the session, which was lost then', async () => {
    const identity = await openTab(ann)
    provider.signedIn = null
    expect(await forced(identity)).toBeUndefined()
    expect(identity.getState()).toEqual({ kind: 'signed-out', lost: true })
    expect(await fresh(identity)).toBeUndefined()
  })

  test('of somebody else does not reach whoever asked for their own', async () => {
    const identity = await openTab(ann)
    provider.signedIn = bob
    expect(await forced(identity)).toBeUndefined()
    expect(identity.getState()).toEqual(bobIn)
    expect(await fresh(identity)).toBeTruthy()
  })
})

describe('signing in', () => {
  test('takes one round trip, and tells', async () => {
    const identity = openCookieSession()
    const listener = vi.fn<() => void>()
    const stop = identity.subscribe(listener)
    await identity.signIn(ann, 'correct horse')
    expect(identity.getState()).toEqual(annIn)
    expect(provider.asked).toEqual(['POST /identity/sign-in/email'])
    expect(await fresh(identity)).toBeTruthy()
    expect(provider.asked).toHaveLength(1)
    expect(provider.bodies).toEqual([{ email: ann, password: 'correct horse' }])
    expect(listener).toHaveBeenCalledOnce()
    stop()
    await identity.signOut()
    expect(listener).toHaveBeenCalledOnce()
  })

  test('makes an account for somebody new', async () => {
    const identity = openCookieSession()
    await identity.signUp('eve@example.com', 'long enough')
    expect(identity.getState()).toMatchObject({ email: 'eve@example.com' })
    expect(provider.asked).toEqual(['POST /identity/sign-up/email'])
  })

  test.each([
    'invalid_credentials',
    'email_in_use',
    'weak_password',
    'invalid_email',
    'too_many_requests',
    'unavailable',
    'foreign_origin',
    'sign_up_closed',
    'domain_not_allowed',
  ] as const)('says %s in the words of the server', async (code) => {
    const { detail } = problemOf({ code })
    provider.replies['/identity/sign-in/email'] = refuses({ code })
    const identity = openCookieSession()
    const why = await refusedSignIn(identity)
    expect(why).toMatchObject({ name: 'IdentityError', code })
    expect(explain(why)).toEqual({ code, words: detail })
    expect(identity.getState()).toEqual({ kind: 'signed-out' })
  })

  test('says when to try again, which only the server knows', async () => {
    const reply = refuses({ code: 'too_many_requests', retryAfterSeconds: 600 })
    provider.replies['/identity/sign-in/email'] = reply
    const why = await refusedSignIn()
    expect(explain(why).words).toBe('That was a lot of requests. Please try again in 10 minutes.')
  })

  test.each([
    { what: 'an error page from between', status: 502, body: '<h1>', code: 'unavailable' },
    {
      what: 'a code that every object has',
      status: 400,
      body: '{"code":"constructor"}',
      code: 'unknown',
    },
    { what: 'nothing', status: 500, body: '', code: 'unknown' },
    { what: 'too many, from between', status: 429, body: '', code: 'too_many_requests' },
    { what: 'no answer at all', status: 200, body: '"in"', code: 'unknown' },
    {
      what: 'a sentence that is none',
      status: 401,
      body: '{"code":"invalid_credentials","detail":{}}',
      code: 'invalid_credentials',
    },
  ] as const)('has words for $what', async ({ status, body, code }) => {
    provider.replies['/identity/sign-in/email'] = () => new Response(body, { status })
    const why = await refusedSignIn()
    expect(explain(why)).toEqual({ code, words: sentenceOf(code) })
  })

  test('says so where the server cannot be reached or does not answer', async () => {
    provider.replies['/identity/sign-in/email'] = isDown
    const identity = openCookieSession()
    await expect(identity.signIn(ann, 'x')).rejects.toMatchObject({ code: 'network' })
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(10))
    vi.stubGlobal(
      'fetch',
      (_address: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_done, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    )
    await expect(identity.signIn(ann, 'x')).rejects.toMatchObject({ code: 'network' })
    expect(limit).toHaveBeenCalledWith(15_000)
  })

  test('fails where the browser does not keep the session', async () => {
    provider.replies['/identity/sign-in/email'] = givesToken({})
    const identity = openCookieSession()
    await expect(identity.signIn(ann, 'correct horse')).rejects.toMatchObject({ code: 'unknown' })
    expect(identity.getState().kind).toBe('signed-out')
  })

  test('waits for the end of a sign-out, whose answer would take the new session away', async () => {
    const identity = await openTab(ann)
    const slow = Promise.withResolvers<Response>()
    provider.replies['/identity/sign-out'] = () => slow.promise
    const leaving = identity.signOut()
    const entering = identity.signIn(bob, 'battery staple')
    await Promise.resolve()
    expect(provider.asked.at(-1)).toBe('POST /identity/sign-out')
    slow.resolve(Response.json({ success: true, url: null }))
    await Promise.all([leaving, entering])
    expect(identity.getState()).toEqual(bobIn)
  })
})

test('nothing is sent that the contract does not describe', () => {
  const wrong = () => [
    // @ts-expect-error there is no such call
    post('/identity/sign-in/social', { nonce: 'x' }),
    // @ts-expect-error this one is not sent
    post('/identity/token', {}),
    // @ts-expect-error it wants a password
    post('/identity/sign-in/email', { email: ann }),
    // @ts-expect-error it wants nothing
    post('/identity/sign-out', { email: ann }),
  ]
  expect(wrong).toBeTypeOf('function')
})

describe('passwords', () => {
  test('are reset by a message and a link', async () => {
    const identity = openCookieSession()
    await identity.sendPasswordReset(ann)
    await identity.confirmPasswordReset('good', 'new password')
    expect(provider.asked).toEqual([
      'POST /identity/request-password-reset',
      'POST /identity/reset-password',
    ])
    expect(provider.bodies).toEqual([
      { email: ann },
      { token: 'good', newPassword: 'new password' },
    ])
    await expect(identity.confirmPasswordReset('old', 'new password')).rejects.toMatchObject({
      code: 'expired_link',
    })
  })
})

describe('signing out', () => {
  test('drops the token before the server has heard of it', async () => {
    const identity = await openTab(ann)
    const leaving = identity.signOut()
    expect(identity.getState()).toEqual({ kind: 'signed-out', lost: false })
    expect(await fresh(identity)).toBeUndefined()
    await leaving
    expect(provider.asked).toContain('POST /identity/sign-out')
    expect(provider.signedIn).toBeNull()
  })

  test('that fails is only logged, and a reload does not undo it', async () => {
    const identity = await openTab(ann)
    provider.replies['/identity/sign-out'] = isDown
    vi.useFakeTimers()
    const leaving = identity.signOut()
    await vi.advanceTimersByTimeAsync(5000)
    await leaving
    expect(identity.getState().kind).toBe('signed-out')
    expect(console.warn).toHaveBeenCalledWith('Signing out failed', expect.anything())
    expect(openCookieSession().getState()).toEqual({ kind: 'signed-out' })
    await vi.advanceTimersByTimeAsync(5000)
  })

  test('makes a token that is still on its way worthless', async () => {
    const identity = await openTab(ann)
    const sendToken = sendTokenLater()
    const asked = forced(identity)
    await vi.waitFor(() => expect(tokenCalls()).toBe(2))
    await identity.signOut()
    sendToken({})
    expect(await asked).toBeUndefined()
    expect(identity.getState().kind).toBe('signed-out')
    expect(await fresh(identity)).toBeUndefined()
  })

  test('and in again as somebody else is not disturbed by an answer for the first one', async () => {
    const identity = await openTab(ann)
    const sendToken = sendTokenLater()
    const asked = forced(identity)
    await vi.waitFor(() => expect(tokenCalls()).toBe(2))
    delete provider.replies['/identity/token']
    await identity.signOut()
    await identity.signIn(bob, 'battery staple')
    const bobs = await fresh(identity)
    sendToken({ sub: uidOf(ann), email: ann })
    expect(await asked).toBeUndefined()
    expect(identity.getState()).toEqual(bobIn)
    expect(await fresh(identity)).toBe(bobs)
  })
})

describe('the tabs of a browser', () => {
  test('are signed out together', async () => {
    const [here, there] = [await openTab(ann), await openTab(ann)]
    await here.signOut()
    await expectState(there, { kind: 'signed-out', lost: false })
    expect(await fresh(there)).toBeUndefined()
  })

  test('are signed in together', async () => {
    const [here, there] = [openCookieSession(), openCookieSession()]
    await here.signIn(ann, 'correct horse')
    await expectState(there, annIn)
    expect(await fresh(there)).toBeTruthy()
  })

  test('follow when somebody else signs in', async () => {
    const there = await openTab(ann)
    const annsToken = await fresh(there)
    const here = await openTab(ann)
    await here.signOut()
    await here.signIn(bob, 'battery staple')
    await expectState(there, bobIn)
    expect(await fresh(there)).not.toBe(annsToken)
  })

  test('stay as they are where the server cannot say who is here', async () => {
    vi.useFakeTimers()
    const there = await openTab(ann)
    provider.replies['/identity/token'] = isDown
    postMessageTo('tengrand-session', 'in')
    await vi.waitFor(() => expect(tokenCalls()).toBeGreaterThan(1))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(there.getState()).toEqual(annIn)
  })

  test('are each by themselves where the browser has no channel between them', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const identity = openCookieSession()
    await identity.signIn(ann, 'correct horse')
    expect(identity.getState()).toEqual(annIn)
    await identity.signOut()
    expect(identity.getState().kind).toBe('signed-out')
  })
})

test('a token that cannot be had is logged to the console, and none is given', async () => {
  forgetWarnings()
  const identity = await openTab(ann)
  provider.replies['/identity/token'] = isDown
  expect(await forced(identity)).toBeUndefined()
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('There is no fresh token', expect.any(Error))
  expect(identity.getState().kind).toBe('signed-in')
})
