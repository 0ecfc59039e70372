// The session as a React context: who is signed in, and the token for API calls. Nothing is drawn until that is known.
import { createContext, use, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'

import { setTokenSource, type TokenSource } from '../api/token-source.ts'
import { useStore } from '../browser/create-store.ts'
import type { IdentityState } from './identity.ts'
import type { OpenIdentity } from './open.ts'
import type { Provider } from './session-store.ts'
import { rememberVisit } from './login-state.ts'

interface Session {
  readonly identity: OpenIdentity
  readonly state: IdentityState
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('There is no session around this')
  return session
}

/** The identity provider of this server; null until its configuration is loaded. */
export function useProvider(): Provider | null {
  const { subscribe, getProvider: get } = useSession().identity
  return useStore({ subscribe, get })
}

type SessionProviderProps = Pick<Session, 'identity'> & { readonly children: ReactNode }

export function SessionProvider({ identity, children }: SessionProviderProps) {
  const { subscribe, getState: get } = identity
  const state = useStore({ subscribe, get })
  const uid = state.kind === 'signed-in' ? state.uid : null
  // A layout effect, because pages send their first requests in effects.
  useLayoutEffect(() => {
    setTokenSource(uid === null ? undefined : tokenSourceFor(identity, uid))
    return () => setTokenSource(undefined)
  }, [identity, uid])
  useEffect(() => {
    if (uid !== null) rememberVisit()
  }, [uid])
  const session = useMemo(() => ({ identity, state }), [identity, state])
  return state.kind === 'loading' ? null : (
    <SessionContext value={session}>{children}</SessionContext>
  )
}

/** Creates a source that yields tokens of this account only, also when another one signs in meanwhile. */
export function tokenSourceFor(
  { getState, getToken, signOut }: Pick<OpenIdentity, 'getState' | 'getToken' | 'signOut'>,
  uid: string,
): TokenSource {
  const isHere = (): boolean => {
    const state = getState()
    return state.kind === 'signed-in' && state.uid === uid
  }
  return {
    getToken: async (options) => {
      const token = isHere() ? await getToken(options) : undefined
      return isHere() ? token : undefined
    },
    onRefused: (why) => {
      if (isHere()) void signOut(why)
    },
  }
}
