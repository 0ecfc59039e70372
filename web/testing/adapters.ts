// The adapters of the identity providers by themselves, each with a store of its own, in a browser that every test opens anew.
import { afterEach, beforeEach, expect, vi } from 'vitest'

import { createStore } from '../browser/create-store.ts'
import * as cookies from '../session/cookie-session.ts'
import type { Adapter, IdentityState, UserSlot } from '../session/identity.ts'
import type { OpenIdentity } from '../session/open.ts'
import { ann, bob, closeBrowser, openBrowser, uidOf, type Provider } from './provider.ts'

export type Identity = Adapter & Pick<OpenIdentity, 'getState' | 'subscribe'>

/** Firebase's own is opened by its test: files share modules, and that test stands in for a part of the library. */
export function withStore<A extends Adapter>(open: (user: UserSlot) => A): A & Identity {
  const { get, set, subscribe } = createStore<IdentityState>({ kind: 'loading' })
  return { ...open({ get, set }), getState: get, subscribe }
}

export const openCookieSession = () => withStore(cookies.openCookieSession)

export const annIn: IdentityState = { kind: 'signed-in', uid: uidOf(ann), email: ann }
export const bobIn: IdentityState = { kind: 'signed-in', uid: uidOf(bob), email: bob }

export let provider: Provider

/** Opens a browser before each test of the file, with a silent console, and closes it after the test. */
export function openBrowserForEach(): void {
  beforeEach(() => {
    provider = openBrowser()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })
  afterEach(closeBrowser)
}

/** A tab with a session of an earlier visit. */
export async function openTab(email: string): Promise<Identity> {
  provider.remember(email)
  const identity = openCookieSession()
  await expectState(identity, { kind: 'signed-in' })
  return identity
}

export const expectState = (identity: Identity, expected: object) =>
  vi.waitFor(() => expect(identity.getState()).toMatchObject(expected), { timeout: 20_000 })

export const tokenCalls = () => provider.asked.filter((asked) => asked.endsWith('/token')).length
