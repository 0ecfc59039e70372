// Who may see what: where an address leads depends on whether somebody is signed in.
import type { ReactNode } from 'react'

import * as pages from './pages.ts'
import { addressOf, Redirect, useLocation } from './router.tsx'
import { useSession } from './session.tsx'
import { home, returnTo, type Visit } from './visit.ts'

/** The sign-in screen; whoever is signed in goes on to where they wanted to be. */
export function FrontDoor() {
  const { state } = useSession()
  const location = useLocation()
  if (state.kind !== 'signed-in') return <pages.SignIn preload={pages.loadFirstPage} />
  return <Redirect to={returnTo(location.state) ?? home} />
}

/** Everything behind the sign-in. With another person everything begins anew, so that nothing of the last one stays. */
export function Inside({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const location = useLocation()
  if (state.kind === 'signed-in') {
    return (
      <pages.Shell key={state.uid} preload={pages.loadPagesWhenIdle}>
        {children}
      </pages.Shell>
    )
  }
  const ended = state.kind === 'signed-out' ? state.ended : null
  // Whoever left did not ask to come back here.
  if (ended === 'left') return <Redirect to="/login" />
  const from = addressOf(location)
  if (ended === null) return <Redirect to="/" state={{ from } satisfies Visit} />
  const notice = ended === 'lost' ? 'signed-out' : ended
  return <Redirect to="/login" state={{ from, notice } satisfies Visit} />
}

export function Unknown() {
  const { state } = useSession()
  return <Redirect to={state.kind === 'signed-in' ? home : '/'} />
}
