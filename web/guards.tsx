// Who may see what: where an address leads depends on whether somebody is signed in.
import { createPath, Navigate, useLocation } from 'react-router'

import * as pages from './pages.ts'
import { useSession } from './session.tsx'
import { home, returnTo, type Visit } from './visit.ts'

/** The sign-in screen; whoever is signed in goes on to where they wanted to be. */
export function FrontDoor() {
  const { state } = useSession()
  const location = useLocation()
  if (state.kind !== 'signed-in') return <pages.SignIn />
  return <Navigate to={returnTo(location.state) ?? home} replace />
}

/** Everything behind the sign-in. With another person everything begins anew, so that nothing of the last one stays. */
export function Inside() {
  const { state } = useSession()
  const location = useLocation()
  if (state.kind === 'signed-in') return <pages.Shell key={state.uid} />
  const ended = state.kind === 'signed-out' ? state.ended : null
  // Whoever left did not ask to come back here.
  if (ended === 'left') return <Navigate to="/login" replace />
  const from = createPath(location)
  if (ended === 'lost') {
    return <Navigate to="/login" replace state={{ from, notice: 'signed-out' } satisfies Visit} />
  }
  return <Navigate to="/" replace state={{ from } satisfies Visit} />
}

export function Unknown() {
  const { state } = useSession()
  return <Navigate to={state.kind === 'signed-in' ? home : '/'} replace />
}
