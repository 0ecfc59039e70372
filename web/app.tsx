// The routes of the app, and what every page stands in: a boundary for errors and the news of an arrival.
import { useEffect, useRef, useState } from 'react'
import { NavigationType, Route, Routes, useLocation, useNavigationType } from 'react-router'

import { FrontDoor, Inside, Unknown } from './guards.tsx'
import type { OpenIdentity } from './identity/open.ts'
import * as pages from './pages.ts'
import { SessionProvider } from './session.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Arrival } from './ui/page-heading.tsx'

export function App({ identity }: { identity: OpenIdentity }) {
  const { key, pathname } = useLocation()
  const [firstKey] = useState(key)
  useScrollToTop()
  return (
    <ErrorBoundary>
      <SessionProvider identity={identity}>
        <Arrival value={key === firstKey ? null : pathname}>
          <AppRoutes />
        </Arrival>
      </SessionProvider>
    </ErrorBoundary>
  )
}

function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<FrontDoor />} />
      <Route path="/login" element={<FrontDoor />} />
      <Route path="/reset-password" element={<pages.ResetPassword />} />
      <Route element={<Inside />}>
        <Route path="/dashboard" element={<pages.Dashboard />} />
        <Route path="/portfolio" element={<pages.Portfolio />} />
        <Route path="/transactions" element={<pages.Transactions />} />
        <Route path="/stock/:ticker" element={<pages.Stock />} />
        <Route path="/leaderboard" element={<pages.Leaderboard />} />
        <Route path="/getting-started" element={<pages.Guides />} />
        <Route path="/getting-started/basics" element={<pages.Basics />} />
        <Route path="/getting-started/strategies" element={<pages.Strategies />} />
        <Route path="/getting-started/platform" element={<pages.Platform />} />
        <Route path="/pro" element={<pages.Pro />} />
      </Route>
      <Route path="*" element={<Unknown />} />
    </Routes>
  )
}

// Going back is left to the browser, which knows where the reader was.
function useScrollToTop() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0)
  }, [pathname, navigationType])
}
