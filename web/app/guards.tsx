// Who may see what: where an address leads depends on whether somebody is signed in.
import type { ReactNode } from 'react'

import { paths } from '../browser/paths.ts'
import { addressOf, Redirect, useLocation } from '../browser/router.tsx'
import { useSession } from '../session/session.tsx'
import { returnTo, type Visit } from '../session/visit.ts'
import { loadPagesWhenIdle, Shell } from './pages.ts'

/** The sign-in screen; whoever is signed in goes on to where they wanted to be. */
export function FrontDoor({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const location = useLocation()
  if (state.kind !== 'signed-in') return children
  return <Redirect to={returnTo(location.state) ?? paths.dashboard} />
}

/** Everything behind the sign-in. With another person everything begins anew, so that nothing of the last one stays. */
export function Inside({ children }: { children: ReactNode }) {
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
  // Whoever left did not ask to come back here.
  if (ended === 'left') return <Redirect to={paths.login} />
  const from = addressOf(location)
  if (ended === undefined) return <Redirect to={paths.front} state={{ from } satisfies Visit} />
  const notice = ended === 'lost' ? 'signed-out' : ended
  return <Redirect to={paths.login} state={{ from, notice } satisfies Visit} />
}

export function Unknown() {
  const { state } = useSession()
  return <Redirect to={state.kind === 'signed-in' ? paths.dashboard : paths.front} />
}
