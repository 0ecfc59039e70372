// Who is signed in and with which token, which is renewed before it ends. One session follows another, so that a late
// answer never counts in the next one.
import { warnOnce } from '../browser/log.ts'
import type { Identity, IdentityState } from './identity.ts'
import { fetchToken, type Token } from './session-wire.ts'

export interface SessionToken extends Holder, Pick<Identity, 'getToken'> {}

export function makeSessionToken(): SessionToken {
  const holder = makeHolder()
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: { readonly session: number; readonly token: Promise<Token | undefined> } | undefined

  const hold = (token: Token): void => {
    holder.hold(token)
    renewIn(freshUntil(token) - performance.now())
  }
  const renewIn = (ms: number): void => {
    const token = holder.token()
    clearTimeout(timer)
    timer = setTimeout(() => {
      // Another token has a time of its own.
      if (token !== undefined && token === holder.token()) void renewOnce()
    }, ms)
  }
  const renewOnce = (): Promise<Token | undefined> => {
    const session = holder.session()
    if (renewing?.session !== session) {
      const token = renew(session).finally(() => {
        if (renewing?.token === token) renewing = undefined
      })
      renewing = { session, token }
    }
    return renewing.token
  }
  const renew = async (session: number): Promise<Token | undefined> => {
    try {
      const token = await fetchToken()
      if (session !== holder.session()) return undefined
      if (token === null) holder.letGo(true)
      else hold(token)
      // It may be somebody else's by now, and whoever asked is not them.
      return session === holder.session() ? (token ?? undefined) : undefined
    } catch (error) {
      warnOnce('There is no fresh token', error)
      if (session === holder.session()) renewIn(secondsAfterFailure * 1000)
      return undefined
    }
  }

  const getToken: Identity['getToken'] = async ({ forceRefresh }) => {
    const old = holder.token()
    if (old === undefined) return undefined
    if (!forceRefresh && performance.now() < freshUntil(old)) return old.text
    const fresh = await renewOnce()
    if (fresh !== undefined || forceRefresh) return fresh?.text
    return old === holder.token() && performance.now() < endOf(old) ? old.text : undefined
  }
  return { ...holder, hold, getToken }
}

const secondsBefore = 60
const secondsAfterFailure = 30

const endOf = ({ askedAt, lifetimeMs }: Token): number => askedAt + lifetimeMs

/** A token that lives for a minute or less would never be fresh. */
const freshUntil = (token: Token): number =>
  endOf(token) - Math.min(secondsBefore * 1000, token.lifetimeMs / 2)

interface Holder extends Pick<Identity, 'getState' | 'subscribe'> {
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

function makeHolder(): Holder {
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
export const hasHint = (): boolean => /(?:^|; )tengrand_session=1(?:;|$)/.test(document.cookie)

/** Whoever signed out must not be here again after a reload, not even where the server did not hear of it. */
function forgetHint(): void {
  document.cookie = 'tengrand_session=; Path=/; Max-Age=0'
}
