// The routes of the app, and what every page stands in: a boundary for errors and the news of an arrival.
import { createElement, useEffect, useMemo, useRef, useState } from 'react'

import type { OpenIdentity } from '../session/open.ts'
import { LazyLook } from '../browser/lazy.tsx'
import { RouteParams, useLocation, useNavigationType } from '../browser/router.tsx'
import { SessionProvider } from '../session/session.tsx'
import { ScopeProvider } from '../portfolio/scope.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Arrival, PageTitle } from '../ui/page-heading.tsx'
import { PageLoading } from '../ui/loading.tsx'
import { SignInRoute, NotFound, RequireSession } from './guards.tsx'
import { findRoute, loadFirstPage, pageOf } from './pages.ts'

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

/** For good: whoever comes back to where they began has been elsewhere. */
function useHasMoved(key: string): boolean {
  const [firstKey] = useState(key)
  const [hasMoved, setHasMoved] = useState(false)
  if (key !== firstKey && !hasMoved) setHasMoved(true)
  return hasMoved
}

/** Letters may be large or small, and a slash at the end means nothing. */
function AppRoutes() {
  const location = useLocation()
  const found = useMemo(() => findRoute(location), [location])
  if (found === undefined) return <NotFound />
  const { route, params, scope } = found
  const page = (
    <RouteParams value={params}>
      <PageTitle value={route.title}>
        <ScopeProvider scope={scope}>
          {createElement(pageOf(route), { preload: loadFirstPage })}
        </ScopeProvider>
      </PageTitle>
    </RouteParams>
  )
  if (route.access === 'anyone') return page
  return route.access === 'guest' ? (
    <SignInRoute>{page}</SignInRoute>
  ) : (
    <RequireSession>{page}</RequireSession>
  )
}

// Going back is left to the browser, which knows where the reader was, and a part of a page to that part.
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
