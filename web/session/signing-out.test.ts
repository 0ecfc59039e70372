// Tests the retry of a failed sign-out, and that no sign-out overlaps with a sign-in of any tab.
import { beforeEach, describe, expect, test, vi } from 'vitest'

import {
  openBrowserForEach,
  openCookieSession,
  provider,
  type Identity,
} from '../testing/adapters.ts'
import { ann, bob, hasHint, isDown } from '../testing/provider.ts'
import { askGoogle } from './google-popup.ts'

openBrowserForEach()
beforeEach(() => void vi.useFakeTimers())

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const signOuts = () => provider.asked.filter((asked) => asked.endsWith('/sign-out')).length
const signOutWorks = () => {
  delete provider.replies['/identity/sign-out']
}

async function openTab(): Promise<Identity> {
  provider.remember(ann)
  const identity = openCookieSession()
  await pass(0)
  return identity
}
/** A tab with a sign-out that does not reach the server until `signOutWorks` is called. */
async function failToSignOut(): Promise<Identity> {
  const identity = await openTab()
  provider.replies['/identity/sign-out'] = isDown
  void identity.signOut()
  return identity
}

describe('a sign-out that fails', () => {
  test('is tried again a few times, and is through when the server hears of it', async () => {
    await failToSignOut()
    await pass(1)
    expect(provider.signedIn).toBe(ann)
    signOutWorks()
    await pass(5)
    expect(provider.signedIn).toBeNull()
    expect(signOuts()).toBe(3)
    openCookieSession()
    await pass(5)
    expect(signOuts()).toBe(3)
  })

  test('is tried again at the next visit, which finds nobody', async () => {
    await failToSignOut()
    await pass(60)
    expect(signOuts()).toBe(4)
    signOutWorks()
    // A late response may have set the cookie again.
    provider.remember(ann)
    expect(openCookieSession().getState().kind).toBe('signed-out')
    await pass(0)
    expect(provider.signedIn).toBeNull()
    expect(hasHint()).toBe(false)
  })

  test('is waited for once by whoever signs in, and does not end their session', async () => {
    const identity = await failToSignOut()
    await identity.signIn(bob, 'battery staple')
    signOutWorks()
    await pass(60)
    expect(signOuts()).toBe(1)
    expect(provider.signedIn).toBe(bob)
    expect(identity.getState()).toMatchObject({ kind: 'signed-in', email: bob })
  })

  test('is not forgotten where the next sign-in fails', async () => {
    const identity = await failToSignOut()
    await expect(identity.signIn(bob, 'wrong')).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    signOutWorks()
    await pass(5)
    expect(provider.signedIn).toBeNull()
  })

  test('is tried again also where the browser keeps nothing', async () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('no', 'SecurityError')
      })
    }
    await failToSignOut()
    await pass(0)
    signOutWorks()
    await pass(5)
    expect(provider.signedIn).toBeNull()
  })
})

describe('while another tab is at it', () => {
  let release: () => void

  beforeEach(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    release = resolve
    const request = async (name: string, work: () => Promise<unknown>): Promise<unknown> => {
      expect(name).toBe('tengrand-leaving')
      await promise
      return work()
    }
    vi.stubGlobal('navigator', { locks: { request } })
  })

  const popup = { closed: false, close: () => {}, location: { replace: () => {} } }

  test.each([
    { what: 'in', act: (tab: Identity) => tab.signIn(bob, 'battery staple') },
    { what: 'up', act: (tab: Identity) => tab.signUp('eve@example.com', 'long enough') },
    { what: 'out', act: (tab: Identity) => tab.signOut() },
    { what: 'in with Google', act: (tab: Identity) => tab.signInWithGoogle(askGoogle) },
  ])('signing $what waits', async ({ act }) => {
    vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
    const tab = await openTab()
    const posts = () => provider.asked.filter((asked) => asked.startsWith('POST')).length
    const acting = act(tab).catch(() => {})
    await pass(1)
    expect(posts()).toBe(0)
    release()
    await pass(1)
    expect(posts()).toBe(1)
    popup.closed = true
    await pass(5)
    await acting
    popup.closed = false
  })

  test('a sign-in that is refused is sent once', async () => {
    release()
    const tab = await openTab()
    await expect(tab.signIn(ann, 'wrong')).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(provider.bodies).toHaveLength(1)
  })
})
