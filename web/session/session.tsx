// Who is signed in, for every part of the app; until that is known nothing is drawn.
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'

import { setBearer } from '../api/bearer.ts'
import type { OpenIdentity } from './open.ts'
import { makeSession, type SessionState } from './session-state.ts'
import { rememberVisit } from './visit.ts'

interface Session {
  readonly identity: OpenIdentity
  readonly state: SessionState
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = use(SessionContext)
  if (session === null) throw new Error('There is no session around this')
  return session
}

interface SessionProviderProps {
  readonly identity: OpenIdentity
  readonly children: ReactNode
}

export function SessionProvider({ identity, children }: SessionProviderProps) {
  const [store] = useState(() => makeSession(identity))
  const state = useSyncExternalStore(store.subscribe, store.getState, store.getState)
  const uid = state.kind === 'signed-in' ? state.uid : null
  // Before the effects in which pages begin to ask.
  useLayoutEffect(() => {
    setBearer(uid === null ? undefined : store.bearerFor(uid))
    return () => setBearer(undefined)
  }, [store, uid])
  useEffect(() => {
    if (uid !== null) rememberVisit()
  }, [uid])
  const session = useMemo(() => ({ identity, state }), [identity, state])
  return state.kind === 'loading' ? null : (
    <SessionContext value={session}>{children}</SessionContext>
  )
}
