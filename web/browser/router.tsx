// The router: contexts and hooks for the location and navigation, redirects, and matching of path patterns. Written by hand,
// because a library is as large as a page and rules out React transitions.
import { createContext, use, useEffect, type ReactNode } from 'react'

export interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** State of the app in the browser's history, which is not in the address. */
  readonly state: unknown
  /** The key of the history entry. */
  readonly key: string
}

/** POP: by the browser's back and forward buttons. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

export interface RouterState {
  readonly location: Location
  readonly navigationType: NavigationType
  readonly navigate: (to: string, options?: { replace?: boolean; state?: unknown }) => void
}

const RouterContext = createContext<RouterState | null>(null)

export const Router = ({ state, children }: { state: RouterState; children: ReactNode }) => (
  <RouterContext value={state}>{children}</RouterContext>
)

export const useLocation = (): Location => useRouter().location
export const useNavigationType = (): NavigationType => useRouter().navigationType
export const useNavigate = (): RouterState['navigate'] => useRouter().navigate

function useRouter(): RouterState {
  const state = use(RouterContext)
  if (state === null) throw new Error('There is no router around this')
  return state
}

/** Replaces the current entry of the history, so that going back does not redirect again. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, state])
  return null
}

/** Scrolls to a part of a page that the hash names, and focuses it, as soon as the part is drawn. */
export function useArrival(id: string): void {
  const location = useLocation()
  useEffect(() => {
    if (location.hash !== `#${id}`) return
    const part = document.getElementById(id)
    part?.scrollIntoView()
    part?.focus({ preventScroll: true })
  }, [location, id])
}

export const addressOf = ({ pathname, search, hash }: Location): string => pathname + search + hash

export type Params = Readonly<Record<string, string>>

/** The values of the named parts of the route's pattern. */
export const RouteParams = createContext<Params>({})
export const useParams = (): Params => use(RouteParams)

/** The values of the named parts; null where the address does not match. Ignores case and a slash at the end. */
export function matchPath(pattern: string, { pathname }: Location): Params | null {
  const wanted = partsOf(pattern)
  const parts = partsOf(pathname)
  if (wanted.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const name = wanted[index] ?? ''
    if (name.startsWith(':') && part.trim() !== '') params[name.slice(1)] = part
    else if (name !== part.toLowerCase()) return null
  }
  return params
}

/** A part that cannot be decoded stays as it is. */
const partsOf = (path: string): string[] => path.split('/').filter(Boolean).map(decoded)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
