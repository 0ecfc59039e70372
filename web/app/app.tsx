// The app: finds the route of the address, checks who may see it, and draws its page in an error boundary.
import { createElement, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'

import { LazyLook } from '../browser/lazy.tsx'
import { paths, PathsBase } from '../browser/paths.ts'
import {
  addressOf,
  Redirect,
  RouteParams,
  useLocation,
  useNavigationType,
} from '../browser/router.tsx'
import { ScopeProvider } from '../portfolio/scope.tsx'
import { isGuest } from '../session/identity.ts'
import { returnTo, type LoginState } from '../session/login-state.ts'
import type { OpenIdentity } from '../session/open.ts'
import { SessionProvider, useSession } from '../session/session.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Arrival, PageTitle } from '../ui/page-heading.tsx'
import { PageLoading } from '../ui/loading.tsx'
import {
  findRoute,
  GuestShell,
  LeagueScope,
  loadFirstPage,
  loadPagesWhenIdle,
  pageOf,
  Shell,
} from './pages.ts'

export function App({ identity }: { identity: OpenIdentity }) {
  const { key, pathname } = useLocation()
  const hasMoved = useHasMoved(key)
  useScrollToTop()
  return (
    <ErrorBoundary>
      <SessionProvider identity={identity}>
        <Arrival value={hasMoved ? pathname : null}>
          <LazyLook value={lazyLook}>
            <AppRoutes />
          </LazyLook>
        </Arrival>
      </SessionProvider>
    </ErrorBoundary>
  )
}

const lazyLook = { loading: <PageLoading />, Boundary: ErrorBoundary }

/** Whether the reader has ever left the first page; stays true on the way back. */
function useHasMoved(key: string): boolean {
  const [firstKey] = useState(key)
  const [hasMoved, setHasMoved] = useState(false)
  if (key !== firstKey && !hasMoved) setHasMoved(true)
  return hasMoved
}

function AppRoutes() {
  const location = useLocation()
  const found = useMemo(() => findRoute(location), [location])
  const isInLeague = found?.scope === null
  useEffect(() => {
    // Early, because the page inside waits for it. A failure shows where it is drawn.
    if (isInLeague) LeagueScope.load().catch(() => {})
  }, [isInLeague])
  if (found === undefined) return <NotFound />
  const { route, params, scope } = found
  const { league = '' } = params
  const screen = createElement(pageOf(route), { preload: loadFirstPage })
  const page = (
    <RouteParams value={params}>
      <PageTitle value={route.title}>
        {scope ? (
          <ScopeProvider scope={scope}>{screen}</ScopeProvider>
        ) : (
          <LeagueScope key={league} league={league}>
            {screen}
          </LeagueScope>
        )}
      </PageTitle>
    </RouteParams>
  )
  if (route.access === 'anyone') return page
  return route.access === 'guest' ? (
    <SignInRoute>{page}</SignInRoute>
  ) : (
    // Also for the page of the league itself, whose search opens stocks in the league.
    <PathsBase value={league && paths.league(league)}>
      <RequireSession>{page}</RequireSession>
    </PathsBase>
  )
}

/** The sign-in screen; a session redirects to the requested page. */
function SignInRoute({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const location = useLocation()
  const from = returnTo(location.state)
  // A guest can join with an account, or keep a result.
  const isOpen = state.kind !== 'signed-in' || (state.isGuest && from?.startsWith(paths.joinByCode))
  return isOpen ? children : <Redirect to={from ?? paths.dashboard} />
}

/** Everything behind the sign-in. Keyed by the account, so that no state of another account stays. */
function RequireSession({ children }: { children: ReactNode }) {
  const { state } = useSession()
  const location = useLocation()
  if (isGuest(state, location.pathname)) return <GuestShell>{children}</GuestShell>
  if (state.kind === 'signed-in') {
    return (
      <Shell key={state.uid} preload={loadPagesWhenIdle}>
        {children}
      </Shell>
    )
  }
  const ended = state.kind === 'signed-out' ? state.ended : undefined
  // After signing out, the next sign-in does not lead back to this page.
  if (ended === 'left') return <Redirect to={paths.login} />
  const from = addressOf(location)
  if (ended === undefined)
    return <Redirect to={paths.front} state={{ from } satisfies LoginState} />
  const notice = ended === 'lost' ? 'signed-out' : ended
  return <Redirect to={paths.login} state={{ from, notice } satisfies LoginState} />
}

function NotFound() {
  const { state } = useSession()
  return <Redirect to={state.kind === 'signed-in' ? paths.dashboard : paths.front} />
}

// Skips back and forward, where the browser restores the position, and hashes, whose target scrolls into view itself.
function useScrollToTop() {
  const { pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (navigationType !== 'POP' && hash === '') window.scrollTo(0, 0)
  }, [pathname, hash, navigationType])
}
