// A router for a part of the app on its own: it begins at an address and goes where it is told, in memory.
import { useMemo, useState, type ReactNode } from 'react'

import { Router, type Location, type NavigationType, type RouterState } from '../router.tsx'

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
  return <Router state={router}>{children}</Router>
}

let arrivals = 0

function arrivalAt(to: string, state: unknown, navigationType: NavigationType) {
  const { pathname, search, hash } = new URL(to, 'http://memory')
  arrivals += 1
  const location: Location = { pathname, search, hash, state, key: `arrival ${arrivals}` }
  return { location, navigationType }
}
