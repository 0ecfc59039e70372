// The adapters of the identity providers by themselves, each with a store of its own for who is signed in.
import { createStore } from '../browser/create-store.ts'
import * as cookies from '../session/cookie-session.ts'
import type { Adapter, IdentityState, UserSlot } from '../session/identity.ts'
import type { OpenIdentity } from '../session/open.ts'

export type Identity = Adapter & Pick<OpenIdentity, 'getState' | 'subscribe'>

/** Firebase's own is opened by its test: files share modules, and that test stands in for a part of the library. */
export function withStore<A extends Adapter>(open: (user: UserSlot) => A): A & Identity {
  const { get, set, subscribe } = createStore<IdentityState>({ kind: 'loading' })
  return { ...open({ get, set }), getState: get, subscribe }
}

export const openCookieSession = () => withStore(cookies.openCookieSession)
