// Who is signed in, for every part of the app; until that is known nothing is drawn.
import { createContext, use, useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react'

import { setTokenSource, type TokenSource } from '../api/token-source.ts'
import { useStore } from '../browser/create-store.ts'
import type { Identity, IdentityState } from './identity.ts'
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

/** Who signs people in on this server. Null until the server has said it. */
export function useProvider(): Provider | null {
  const { subscribe, getProvider: get } = useSession().identity
  return useStore({ subscribe, get })
}

interface SessionProviderProps {
  readonly identity: OpenIdentity
  readonly children: ReactNode
}

export function SessionProvider({ identity, children }: SessionProviderProps) {
  const { subscribe, getState: get } = identity
  const state = useStore({ subscribe, get })
  const uid = state.kind === 'signed-in' ? state.uid : null
  // Before the effects in which pages begin to ask.
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

/** Speaks for this person and, whatever happens meanwhile, for nobody else. */
export function tokenSourceFor(
  { getState, getToken, signOut }: Pick<Identity, 'getState' | 'getToken' | 'signOut'>,
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
