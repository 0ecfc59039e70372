// Who is here and, where nobody is, how the last session ended: what the routes decide by.
import type { Bearer, Refused } from '../api/bearer.ts'
import type { Identity, IdentityState } from './identity.ts'

export type SessionState =
  | Exclude<IdentityState, { kind: 'signed-out' }>
  | { readonly kind: 'signed-out'; readonly ended: Ending | null }

/** Somebody left, here or in another tab, or the server does not know them any more, or does not take them. */
type Ending = 'left' | Refused

export interface SessionStore {
  readonly getState: () => SessionState
  readonly subscribe: (onChange: () => void) => () => void
  /** Speaks for this person and, whatever happens meanwhile, for nobody else. */
  readonly bearerFor: (uid: string) => Bearer
}

export function makeSession(
  identity: Pick<Identity, 'getState' | 'subscribe' | 'getToken' | 'signOut'>,
): SessionStore {
  const listeners = new Set<() => void>()
  let state = follow(null, identity.getState())
  let refused: Refused | undefined

  identity.subscribe(() => {
    state = follow(state, identity.getState(), refused)
    refused = undefined
    for (const listener of listeners) listener()
  })

  return {
    getState: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    bearerFor: (uid) => {
      const isHere = (): boolean => state.kind === 'signed-in' && state.uid === uid
      return {
        getToken: async (options) => {
          const token = isHere() ? await identity.getToken(options) : undefined
          return isHere() ? token : undefined
        },
        onRefused: (why) => {
          if (!isHere()) return
          refused = why
          void identity.signOut('refused')
        },
      }
    },
  }
}

function follow(before: SessionState | null, now: IdentityState, refused?: Refused): SessionState {
  if (now.kind !== 'signed-out') return now
  if (before?.kind === 'signed-out') return before
  if (before?.kind !== 'signed-in') return { kind: 'signed-out', ended: null }
  return { kind: 'signed-out', ended: refused ?? (now.lost === true ? 'lost' : 'left') }
}
