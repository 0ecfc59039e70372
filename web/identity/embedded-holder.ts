// Who is signed in and with which token, one session after another, so that a late answer never counts in the next one.
import type { Token } from './embedded-wire.ts'
import type { Identity, IdentityState } from './identity.ts'

export interface Holder extends Pick<Identity, 'getState' | 'subscribe'> {
  readonly token: () => Token | undefined
  /** Which session this is; whoever waits for an answer compares it with the one in which they asked. */
  readonly session: () => number
  /** From here on nothing counts that was asked before. */
  readonly turn: () => number
  readonly hold: (token: Token) => void
  readonly letGo: (lost?: boolean) => void
  /** Nobody can say who is here, and a blank page helps nobody. */
  readonly stopWaiting: () => void
}

export function makeHolder(): Holder {
  const listeners = new Set<() => void>()
  let state: IdentityState = { kind: hasHint() ? 'loading' : 'signed-out' }
  let held: Token | undefined
  let session = 0

  const change = (next: IdentityState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const turn = (): number => (session += 1)

  return {
    getState: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    token: () => held,
    session: () => session,
    turn,
    hold: (token) => {
      held = token
      const { uid, email } = token
      if (state.kind !== 'signed-in' || state.uid !== uid) turn()
      else if (state.email === email) return
      change({ kind: 'signed-in', uid, email })
    },
    letGo: (lost = false) => {
      turn()
      held = undefined
      forgetHint()
      if (state.kind !== 'signed-out') change({ kind: 'signed-out', lost })
    },
    stopWaiting: () => {
      if (state.kind === 'loading') change({ kind: 'signed-out' })
    },
  }
}

/** Set by the server beside the session, so that a visitor without one is not asked about it. */
const hasHint = (): boolean => /(?:^|; )tengrand_session=1(?:;|$)/.test(document.cookie)

/** Whoever signed out must not be here again after a reload, not even where the server did not hear of it. */
function forgetHint(): void {
  document.cookie = 'tengrand_session=; Path=/; Max-Age=0'
}
