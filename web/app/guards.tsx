// The guards of the routes: a redirect to the sign-in without a session, and on from it with one.
import type { ReactNode } from 'react'

import { paths } from '../browser/paths.ts'
import { addressOf, Redirect, useLocation } from '../browser/router.tsx'
import { useSession } from '../session/session.tsx'
import { returnTo, type LoginState } from '../session/login-state.ts'
import { loadPagesWhenIdle, Shell } from './pages.ts'

/** The sign-in screen; a session redirects to the page that was asked for. */
export function SignInRoute({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const location = useLocation()
  if (state.kind !== 'signed-in') return children
  return <Redirect to={returnTo(location.state) ?? paths.dashboard} />
}

/** Everything behind the sign-in. Keyed by the account, so that no state of another account stays. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const location = useLocation()
  if (state.kind === 'signed-in') {
    return (
      <Shell key={state.uid} preload={loadPagesWhenIdle}>
        {children}
      </Shell>
    )
  }
  const ended = state.kind === 'signed-out' ? state.ended : undefined
  // A learner who signed out did not ask to come back to this page.
  if (ended === 'left') return <Redirect to={paths.login} />
  const from = addressOf(location)
  if (ended === undefined)
    return <Redirect to={paths.front} state={{ from } satisfies LoginState} />
  const notice = ended === 'lost' ? 'signed-out' : ended
  return <Redirect to={paths.login} state={{ from, notice } satisfies LoginState} />
}

export function NotFound() {
  const { state } = useSession()
  return <Redirect to={state.kind === 'signed-in' ? paths.dashboard : paths.front} />
}
