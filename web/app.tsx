// The routes of the app, and what every page stands in: a boundary for errors and the news of an arrival.
import { createElement, useEffect, useRef, useState } from 'react'

import { FrontDoor, Inside, Unknown } from './guards.tsx'
import type { OpenIdentity } from './identity/open.ts'
import * as pages from './pages.ts'
import { partsOf, useLocation, useNavigationType } from './router.tsx'
import { SessionProvider } from './session.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Arrival } from './ui/page-heading.tsx'

export function App({ identity }: { identity: OpenIdentity }) {
  const { key, pathname } = useLocation()
  const hasMoved = useHasMoved(key)
  useScrollToTop()
  return (
    <ErrorBoundary>
      <SessionProvider identity={identity}>
        <Arrival value={hasMoved ? pathname : null}>
          <AppRoutes />
        </Arrival>
      </SessionProvider>
    </ErrorBoundary>
  )
}

/** For good: whoever comes back to where they began has been elsewhere. */
function useHasMoved(key: string): boolean {
  const [firstKey] = useState(key)
  const [hasMoved, setHasMoved] = useState(false)
  if (key !== firstKey && !hasMoved) setHasMoved(true)
  return hasMoved
}

/** Letters may be large or small, and a slash at the end means nothing. */
function AppRoutes() {
  const parts = partsOf(useLocation())
  const address = `/${parts.join('/')}`.toLowerCase()
  if (address === '/' || address === '/login') return <FrontDoor />
  if (address === '/reset-password') return <pages.ResetPassword />
  if (address === '/confirm-email') return <pages.ConfirmEmail />
  const page = inside.get(address) ?? aboutOne(parts)
  return page ? <Inside>{createElement(page)}</Inside> : <Unknown />
}

const inside = new Map([
  ['/dashboard', pages.Dashboard],
  ['/portfolio', pages.Portfolio],
  ['/insights', pages.Insights],
  ['/transactions', pages.Transactions],
  ['/leaderboard', pages.Leaderboard],
  ['/getting-started', pages.Guides],
  ['/getting-started/basics', pages.Basics],
  ['/getting-started/strategies', pages.Strategies],
  ['/getting-started/platform', pages.Platform],
  ['/pro', pages.Pro],
  ['/waitlist', pages.Waitlist],
  ['/account', pages.OwnAccount],
])

/** Pages that have the name of what they are about behind their own. */
const aboutOne = ([place = '', name = '', ...more]: readonly string[]) =>
  name.trim() === '' || more.length > 0 ? undefined : ones.get(place.toLowerCase())

const ones = new Map([
  ['stock', pages.Stock],
  ['portfolio', pages.Chapter],
])

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
