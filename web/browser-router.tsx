// The router over the browser's own history. React Router's own does the same and brings 5 kB of what is not used here.
import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { createPath, NavigationType, Router, type Location, type Navigator } from 'react-router'

export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ location, action }, setPlace] = useState(() => placeAfter(NavigationType.Pop))
  const [navigator] = useState(() =>
    makeNavigator((moved) => startTransition(() => setPlace(placeAfter(moved)))),
  )
  useLayoutEffect(() => {
    const onPop = (): void => startTransition(() => setPlace(placeAfter(NavigationType.Pop)))
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      {children}
    </Router>
  )
}

/** What an entry of the history keeps: what the app says of the visit, and a name for the entry. */
interface Entry {
  readonly state: unknown
  readonly key: string
}

/** For the next visit to this entry; what is on the screen stays as it is. */
export function rewriteEntry(state: unknown, address?: string): void {
  window.history.replaceState({ ...window.history.state, state }, '', address)
}

function placeAfter(action: NavigationType): { location: Location; action: NavigationType } {
  const { pathname, search, hash } = window.location
  const entry: Partial<Entry> | null = window.history.state
  const { state = null, key = 'first' } = entry ?? {}
  return { location: { pathname, search, hash, state, key }, action }
}

function makeNavigator(onMove: (action: NavigationType) => void): Navigator {
  let moves = 0
  const move =
    (how: 'pushState' | 'replaceState', action: NavigationType): Navigator['push'] =>
    (to, state: unknown = null) => {
      moves += 1
      const entry: Entry = { state, key: `${performance.timeOrigin}-${moves}` }
      window.history[how](entry, '', createHref(to))
      onMove(action)
    }
  return {
    createHref,
    go: (delta) => window.history.go(delta),
    push: move('pushState', NavigationType.Push),
    replace: move('replaceState', NavigationType.Replace),
  }
}

const createHref: Navigator['createHref'] = (to) => (typeof to === 'string' ? to : createPath(to))
