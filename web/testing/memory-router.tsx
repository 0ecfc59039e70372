// A router in memory for a part of the app, with the title, parameters and scope of its route.
import { useMemo, useState, type ReactNode } from 'react'

import { findRoute } from '../app/pages.ts'
import {
  RouteParams,
  Router,
  type Location,
  type NavigationType,
  type RouterState,
} from '../browser/router.tsx'
import { LazyLook } from '../browser/lazy.tsx'
import { mainScope, ScopeProvider } from '../portfolio/scope.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PageTitle } from '../ui/page-heading.tsx'
import { PageLoading } from '../ui/loading.tsx'

interface MemoryRouterProps {
  readonly at?: string
  readonly children: ReactNode
}

export function MemoryRouter({ at = '/', children }: MemoryRouterProps) {
  const [arrival, setArrival] = useState(() => arrivalAt(at, null, 'POP'))
  const router = useMemo<RouterState>(
    () => ({
      ...arrival,
      navigate: (to, { replace = false, state = null } = {}) =>
        setArrival(arrivalAt(to, state, replace ? 'REPLACE' : 'PUSH')),
    }),
    [arrival],
  )
  const found = findRoute(arrival.location)
  return (
    <Router state={router}>
      <RouteParams value={found?.params ?? {}}>
        <PageTitle value={found?.route.title ?? ''}>
          <LazyLook value={lazyLook}>
            <ScopeProvider scope={found?.scope ?? mainScope}>{children}</ScopeProvider>
          </LazyLook>
        </PageTitle>
      </RouteParams>
    </Router>
  )
}

const lazyLook = { loading: <PageLoading />, Boundary: ErrorBoundary }

let arrivals = 0

function arrivalAt(to: string, state: unknown, navigationType: NavigationType) {
  const { pathname, search, hash } = new URL(to, 'http://memory')
  arrivals += 1
  const location: Location = { pathname, search, hash, state, key: `arrival ${arrivals}` }
  return { location, navigationType }
}
