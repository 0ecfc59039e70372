// The one store of the session: who is signed in, the identity provider and the source of prices. The adapters write to it,
// the routes read it.
import type { Answer } from '@tengrand/contract/call.ts'
import type * as configCalls from '@tengrand/contract/config.ts'

import { createStore } from '../browser/create-store.ts'
import type { IdentityState } from './identity.ts'

export type Config = Answer<typeof configCalls.config>

export type Provider = Config['identity'] & Pick<Config, 'guests'>

export interface MarketSource {
  readonly market: NonNullable<Config['market']>
  readonly hours: Config['marketHours']
}

/** The provider until the configuration is loaded, or where that fails: offers every sign-in method. */
export const assumedProvider = {
  kind: 'embedded',
  google: true,
  signUp: 'open',
  allowedDomains: [],
} as const satisfies Provider

interface SessionValue {
  readonly user: IdentityState
  readonly provider: Provider | null
  readonly market: MarketSource | null
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore() {
  const { get, set, subscribe } = createStore<SessionValue>({
    user: { kind: 'loading' },
    provider: null,
    market: null,
  })
  return {
    subscribe,
    getState: () => get().user,
    /** Null until the configuration is loaded. */
    getProvider: () => get().provider,
    /** Null until the configuration is loaded, and where it names no source. */
    getMarket: () => get().market,
    setState: (next: IdentityState) => {
      const user = follow(get().user, next)
      if (user !== get().user) set({ ...get(), user })
    },
    setServer: (provider: Provider, market: MarketSource | null) =>
      set({ ...get(), provider, market }),
  }
}

/** Adds to 'signed-out' how the session before it ended. */
function follow(before: IdentityState, next: IdentityState): IdentityState {
  if (next.kind !== 'signed-out') return next
  if (before.kind === 'signed-out') return before
  const ended = next.ended ?? (next.lost === true ? 'lost' : 'left')
  return { kind: 'signed-out', ended: before.kind === 'signed-in' ? ended : undefined }
}
