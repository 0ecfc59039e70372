// The one store of the session: who is signed in, and what the server says of itself. The adapters of the providers write
// to it, the routes decide by it.
import type { Answer } from '@tengrand/contract/call.ts'
import type * as configCalls from '@tengrand/contract/config.ts'

import { createStore } from '../browser/create-store.ts'
import type { IdentityState } from './identity.ts'

export type Config = Answer<typeof configCalls.config>

export type Provider = Config['identity']

export interface MarketSource {
  readonly market: NonNullable<Config['market']>
  readonly hours: Config['marketHours']
}

/** Until the server has said it, or where it does not: every sign-in method is offered. */
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
    /** Null until the server has said it. Where it does not, every sign-in method is offered. */
    getProvider: () => get().provider,
    /** Where prices come from, which the server says with it; null until then, and where it says nothing. */
    getMarket: () => get().market,
    setState: (next: IdentityState) => {
      const user = follow(get().user, next)
      if (user !== get().user) set({ ...get(), user })
    },
    setServer: (provider: Provider, market: MarketSource | null) =>
      set({ ...get(), provider, market }),
  }
}

/** Somebody left, here or in another tab, or the server does not know them any more, or does not take them. */
function follow(before: IdentityState, next: IdentityState): IdentityState {
  if (next.kind !== 'signed-out') return next
  if (before.kind === 'signed-out') return before
  const ended = next.ended ?? (next.lost === true ? 'lost' : 'left')
  return { kind: 'signed-out', ended: before.kind === 'signed-in' ? ended : undefined }
}
