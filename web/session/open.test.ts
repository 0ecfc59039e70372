// Tests of openIdentity: the server's configuration chooses the provider, and the page does not wait for it to load.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { forgetWarnings } from '../browser/log.ts'
import { openBrowserForEach, provider, type Identity } from '../testing/adapters.ts'
import {
  ann,
  embedded,
  firebase as firebaseConfig,
  isDown,
  oidc,
  uidOf,
  watchDepartures,
} from '../testing/provider.ts'
import * as firebase from './firebase.ts'
import { askGoogle } from './google-popup.ts'
import type { IdentityState } from './identity.ts'
import { openIdentity } from './open.ts'

vi.mock(import('./firebase.ts'), () => ({
  createFirebaseIdentity: vi.fn<typeof firebase.createFirebaseIdentity>(),
}))

const signedOut: IdentityState = { kind: 'signed-out' }
const viaFirebase: IdentityState = { kind: 'signed-in', uid: 'firebase-1', email: ann }

let create: ReturnType<typeof vi.mocked<typeof firebase.createFirebaseIdentity>>

// Imported before the tests, as by the entry of the page: under fake timers the dynamic import would come too late.
beforeAll(() => import('../api/config.ts'))
openBrowserForEach()
beforeEach(() => {
  create = vi.mocked(firebase.createFirebaseIdentity)
  create.mockReset()
})

/** Mocks the Firebase adapter: it opens in the state `first`, and `become` sets the next one. */
function makeAdapter(first: IdentityState) {
  let become = (_next: IdentityState): void => {}
  const adapter = {
    signIn: vi.fn<Identity['signIn']>(async () => {}),
    signUp: vi.fn<Identity['signUp']>(async () => {}),
    signInWithGoogle: vi.fn<Identity['signInWithGoogle']>(async () => {}),
    sendPasswordReset: vi.fn<Identity['sendPasswordReset']>(async () => {}),
    confirmPasswordReset: vi.fn<Identity['confirmPasswordReset']>(async () => {}),
    getToken: vi.fn<Identity['getToken']>(async () => 'firebase token'),
    signOut: vi.fn<Identity['signOut']>(async () => {}),
  }
  create.mockImplementation((_settings, { set }) => {
    become = set
    if (first.kind !== 'loading') set(first)
    return adapter
  })
  return { adapter, become: (next: IdentityState) => become(next) }
}
/** Holds back the response of /config.json until the returned function is called. */
function configLater(): (identity: object) => void {
  const { promise, resolve } = Promise.withResolvers<Response>()
  provider.replies['/config.json'] = () => promise
  return (identity) => resolve(Response.json({ identity, proWaitlistUrl: '/waitlist' }))
}
const settle = () => new Promise((done) => setTimeout(done, 20))

describe('without a sign of an earlier visit', () => {
  test('nobody is signed in, before the server has said anything', async () => {
    provider.replies['/config.json'] = () => new Promise(() => {})
    const identity = openIdentity()
    expect(identity.getState()).toEqual(signedOut)
    expect(identity.getProvider()).toBeNull()
    await vi.waitFor(() => expect(provider.asked).toEqual(['GET /config.json']))
  })

  test('the embedded provider signs in', async () => {
    const identity = openIdentity()
    await identity.signIn(ann, 'correct horse')
    expect(identity.getState()).toMatchObject({ uid: uidOf(ann) })
    expect(await identity.getToken({ forceRefresh: false })).toBeTruthy()
    await identity.signOut()
    expect(identity.getState().kind).toBe('signed-out')
    expect(provider.asked.filter((asked) => asked.endsWith('/config.json'))).toHaveLength(1)
  })

  test('Google that is not set up opens no window', async () => {
    provider.config = { ...embedded, google: false }
    const opened = vi.spyOn(window, 'open')
    await expect(openIdentity().signInWithGoogle(askGoogle)).rejects.toMatchObject({
      code: 'google_not_set_up',
    })
    expect(opened).not.toHaveBeenCalled()
  })

  test('a window for Google opens within the click', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const identity = openIdentity()
    await settle()
    const asked = identity.signInWithGoogle(askGoogle)
    expect(opened).toHaveBeenCalledOnce()
    await expect(asked).rejects.toMatchObject({ code: 'popup_blocked' })
  })

  test.each([
    (identity: Identity) => identity.signIn(ann, 'x'),
    (identity: Identity) => identity.signUp(ann, 'x'),
    (identity: Identity) => identity.signInWithGoogle(askGoogle),
    (identity: Identity) => identity.sendPasswordReset(ann),
    (identity: Identity) => identity.confirmPasswordReset('good', 'x'),
  ])('a server that has people sign in elsewhere says so to %s', async (act) => {
    provider.config = oidc
    await expect(act(openIdentity())).rejects.toMatchObject({ code: 'signed_in_elsewhere' })
    expect(provider.asked).toEqual(['GET /config.json'])
  })

  test('another issuer can sign people in', async () => {
    provider.config = oidc
    const departures = watchDepartures()
    const identity = openIdentity()
    await vi.waitFor(() => expect(identity.getProvider()).toEqual(oidc))
    await identity.signInAtIssuer(false)
    expect(departures).toEqual(['https://issuer.example/ask'])
  })

  test('a server that cannot be reached is asked a few times, and again with the next attempt', async () => {
    vi.useFakeTimers()
    provider.replies['/config.json'] = isDown
    const identity = openIdentity()
    const asked = identity.signIn(ann, 'correct horse').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await asked).toMatchObject({ code: 'network' })
    expect(provider.asked).toHaveLength(4)
    expect(identity.getProvider()).toEqual(embedded)
    delete provider.replies['/config.json']
    await identity.signIn(ann, 'correct horse')
    expect(identity.getState().kind).toBe('signed-in')
  })

  test('a server that keeps people waiting offers every sign-in method after 8 seconds', async () => {
    vi.useFakeTimers()
    const answer = configLater()
    const identity = openIdentity()
    const listener = vi.fn<() => void>()
    identity.subscribe(listener)
    await vi.advanceTimersByTimeAsync(7900)
    expect(identity.getProvider()).toBeNull()
    await vi.advanceTimersByTimeAsync(100)
    expect(identity.getProvider()).toEqual(embedded)
    answer(oidc)
    await vi.advanceTimersByTimeAsync(0)
    expect(identity.getProvider()).toEqual(oidc)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test.each([
    { what: 'another shape', body: { identity: { kind: 'embedded' } } },
    { what: 'a provider that nobody knows', body: { identity: { kind: 'guesswork' } } },
    { what: 'nothing', body: null },
  ])('$what is no configuration, and is not asked for twice', async ({ body }) => {
    provider.replies['/config.json'] = () => Response.json(body)
    const identity = openIdentity()
    await vi.waitFor(() => expect(identity.getProvider()).toEqual(embedded))
    expect(provider.asked).toEqual(['GET /config.json'])
    await expect(identity.signIn(ann, 'x')).rejects.toMatchObject({ code: 'unknown' })
  })

  test('an error instead of the configuration is no configuration', async () => {
    vi.useFakeTimers()
    provider.replies['/config.json'] = () => Response.json({}, { status: 503 })
    const asked = openIdentity()
      .signIn(ann, 'x')
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await asked).toMatchObject({ code: 'network' })
  })
})

describe('with a session of the embedded provider', () => {
  test('that was refused is over, also once the configuration arrives', async () => {
    localStorage.setItem('tengrand-firebase', '1')
    provider.remember(ann)
    const answer = configLater()
    const identity = openIdentity()
    await vi.waitFor(() => expect(identity.getState().kind).toBe('signed-in'))
    const over = { kind: 'signed-out', ended: 'account_locked' }
    const signedOutBy = identity.signOut('account_locked')
    expect(identity.getState()).toEqual(over)
    await signedOutBy
    answer(embedded)
    await vi.waitFor(() => expect(identity.getProvider()).toEqual(embedded))
    await settle()
    expect(identity.getState()).toEqual(over)
  })

  test('its token is asked for at once, whatever becomes of the configuration', async () => {
    provider.replies['/config.json'] = () => new Promise(() => {})
    provider.remember(ann)
    const identity = openIdentity()
    expect(identity.getState()).toEqual({ kind: 'loading' })
    await vi.waitFor(() => expect(identity.getState()).toMatchObject({ uid: uidOf(ann) }))
  })
})

describe('Firebase', () => {
  beforeEach(() => {
    provider.config = firebaseConfig
  })

  test('is loaded when somebody is about to sign in, and not before', async () => {
    const { adapter } = makeAdapter(signedOut)
    const identity = openIdentity()
    await settle()
    expect(create).not.toHaveBeenCalled()
    identity.warmUp()
    identity.warmUp()
    await vi.waitFor(() => expect(create).toHaveBeenCalledWith(firebaseConfig, expect.anything()))
    await identity.signIn(ann, 'secret')
    expect(adapter.signIn).toHaveBeenCalledWith(ann, 'secret')
    expect(create).toHaveBeenCalledOnce()
    await identity.signInWithGoogle(askGoogle)
    expect(adapter.signInWithGoogle).toHaveBeenCalledOnce()
  })

  test('takes nothing away from whoever fills in the form while it arrives', async () => {
    const { become } = makeAdapter({ kind: 'loading' })
    const identity = openIdentity()
    const states: string[] = []
    identity.subscribe(() => states.push(identity.getState().kind))
    await identity.sendPasswordReset(ann)
    expect(identity.getState().kind).toBe('signed-out')
    become(viaFirebase)
    expect(identity.getState()).toBe(viaFirebase)
    // The first notification is about the provider; the state was the same before.
    expect(states).toEqual(['signed-out', 'signed-in'])
    expect(await identity.getToken({ forceRefresh: false })).toBe('firebase token')
  })

  test('is loaded at once where somebody was signed in, and waited for', async () => {
    localStorage.setItem('tengrand-firebase', '1')
    const { adapter, become } = makeAdapter({ kind: 'loading' })
    const identity = openIdentity()
    expect(identity.getState()).toEqual({ kind: 'loading' })
    await vi.waitFor(() => expect(create).toHaveBeenCalledOnce())
    await settle()
    expect(identity.getState()).toEqual({ kind: 'loading' })
    become(viaFirebase)
    expect(identity.getState()).toBe(viaFirebase)
    await identity.signOut()
    expect(adapter.signOut).toHaveBeenCalledOnce()
  })

  test('is not waited for where the server uses another provider by now', async () => {
    localStorage.setItem('tengrand-firebase', '1')
    provider.config = embedded
    const identity = openIdentity()
    await vi.waitFor(() => expect(identity.getState()).toEqual(signedOut))
    expect(create).not.toHaveBeenCalled()
  })

  test('is waited for 8 seconds and no longer, and counts when it arrives late', async () => {
    vi.useFakeTimers()
    localStorage.setItem('tengrand-firebase', '1')
    makeAdapter(viaFirebase)
    const answer = configLater()
    const identity = openIdentity()
    await vi.advanceTimersByTimeAsync(7900)
    expect(identity.getState().kind).toBe('loading')
    await vi.advanceTimersByTimeAsync(100)
    expect(identity.getState().kind).toBe('signed-out')
    answer(firebaseConfig)
    identity.warmUp()
    await vi.waitFor(() => expect(identity.getState()).toBe(viaFirebase))
  })

  test('is waited for also where the embedded provider knows nobody', async () => {
    localStorage.setItem('tengrand-firebase', '1')
    provider.remember(ann)
    provider.signedIn = null
    const answer = configLater()
    makeAdapter(viaFirebase)
    const identity = openIdentity()
    await vi.waitFor(() => expect(provider.asked).toContain('GET /identity/token'))
    await settle()
    expect(identity.getState().kind).toBe('loading')
    answer(firebaseConfig)
    await vi.waitFor(() => expect(identity.getState()).toBe(viaFirebase))
  })

  test('that cannot be loaded is a failure of the network, and can be tried again', async () => {
    create.mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const identity = openIdentity()
    await expect(identity.signIn(ann, 'x')).rejects.toMatchObject({ code: 'network' })
    const { adapter } = makeAdapter(signedOut)
    await identity.signIn(ann, 'x')
    expect(adapter.signIn).toHaveBeenCalledOnce()
  })
})

test('a configuration that cannot be parsed is logged to the console', async () => {
  forgetWarnings()
  provider.config = { kind: 'guesswork' }
  const identity = openIdentity()
  await vi.waitFor(() => expect(identity.getProvider()).toEqual(embedded))
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(
    'The identity provider could not be loaded',
    expect.objectContaining({ cause: expect.objectContaining({ code: 'misunderstood' }) }),
  )
})
