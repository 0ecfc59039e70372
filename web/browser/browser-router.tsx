// The router over the browser's own history.
import { startTransition, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'

import { Router, type NavigationType, type RouterState } from './router.tsx'

export function BrowserRouter({ children }: { children: ReactNode }) {
  const [arrival, setArrival] = useState(() => arrivalBy('POP'))
  const [navigate] = useState(() =>
    makeNavigate((by) => startTransition(() => setArrival(arrivalBy(by)))),
  )
  useLayoutEffect(() => {
    const onPop = (): void => startTransition(() => setArrival(arrivalBy('POP')))
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  const state = useMemo(() => ({ ...arrival, navigate }), [arrival, navigate])
  return <Router state={state}>{children}</Router>
}

/** What an entry of the history keeps: what the app says of the visit, and a name for the entry. */
interface Entry {
  readonly state: unknown
  readonly key: string
}

/** For the next visit to this entry; what is on the screen stays as it is. */
export function rewriteEntry(state: unknown, address?: string): void {
  // With the origin, because two slashes at the beginning would be the name of another server.
  const whole = address && window.location.origin + address
  window.history.replaceState({ ...window.history.state, state }, '', whole)
}

function arrivalBy(navigationType: NavigationType): Omit<RouterState, 'navigate'> {
  const { pathname, search, hash } = window.location
  const entry: Partial<Entry> | null = window.history.state
  const { state = null, key = 'first' } = entry ?? {}
  return { location: { pathname, search, hash, state, key }, navigationType }
}

function makeNavigate(onMove: (by: NavigationType) => void): RouterState['navigate'] {
  let moves = 0
  return (to, { replace = false, state = null } = {}) => {
    moves += 1
    const entry: Entry = { state, key: `${performance.timeOrigin}-${moves}` }
    if (replace) window.history.replaceState(entry, '', to)
    else window.history.pushState(entry, '', to)
    onMove(replace ? 'REPLACE' : 'PUSH')
  }
}
