// Where the reader is and how to go elsewhere. Written by hand: a library
// would weigh as much as a page, and reads the address in a way that leaves no room for transitions.
import { createContext, use, useEffect, type ReactNode } from 'react'

export interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** What the app says of the visit; it stays in the browser's history and out of the address. */
  readonly state: unknown
  /** A name for the entry of the history. */
  readonly key: string
}

/** How the reader came here: by the browser's own buttons, or by a way of the app that adds or replaces an entry. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
}

export interface RouterState {
  readonly location: Location
  readonly navigationType: NavigationType
  readonly navigate: (to: string, options?: NavigateOptions) => void
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

/** Sends the reader on as soon as it is drawn; the page they were sent from is not one to go back to. */
export function Redirect({ to, state }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true, state }), [navigate, to, state])
  return null
}

/** Whoever follows a link to a part of a page goes on reading there, also where the part was not drawn yet. */
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

/** The names that the pattern of the route leaves open, as the address has them. */
export const RouteParams = createContext<Params>({})
export const useParams = (): Params => use(RouteParams)

/** What an address has where a pattern has a colon; null where they differ elsewhere, large letters or small. */
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

/** The parts of an address, from the root; a part that cannot be decoded is taken as it stands. */
const partsOf = (path: string): string[] => path.split('/').filter(Boolean).map(decoded)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
