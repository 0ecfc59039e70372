// The router that reads and writes the browser's history.
import { startTransition, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'

import { Router, type Location, type NavigationType, type RouterState } from './router.tsx'

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

/** The state of an entry of the history: the app's own, and a key. */
type Entry = Pick<Location, 'state' | 'key'>

/** Rewrites the current entry of the history without navigating. */
export function rewriteEntry(state: unknown, address?: string): void {
  // The origin is needed, because an address that begins with two slashes would name another server.
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
