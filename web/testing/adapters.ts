// Opens the adapters of identity providers without the app, each with its own store, in a new browser for each test.
import { afterEach, beforeEach, expect, vi } from 'vitest'

import { createStore } from '../browser/create-store.ts'
import * as cookies from '../session/cookie-session.ts'
import type { Adapter, IdentityState, UserSlot } from '../session/identity.ts'
import type { OpenIdentity } from '../session/open.ts'
import { ann, bob, closeBrowser, openBrowser, uidOf, type Provider } from './provider.ts'

export type Identity = Adapter & Pick<OpenIdentity, 'getState' | 'subscribe'>

/**
 * Takes the adapter to open, because only the test of Firebase imports that adapter: test files share modules, and
 * that test mocks a part of the library.
 */
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

/** Opens a tab with a session of an earlier visit. */
export async function openTab(email: string): Promise<Identity> {
  provider.remember(email)
  const identity = openCookieSession()
  await expectState(identity, { kind: 'signed-in' })
  return identity
}

export const expectState = (identity: Identity, expected: object) =>
  vi.waitFor(() => expect(identity.getState()).toMatchObject(expected), { timeout: 20_000 })

export const tokenCalls = () => provider.asked.filter((asked) => asked.endsWith('/token')).length
