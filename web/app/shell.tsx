// The frame around every page behind the sign-in: skip link, header, bottom bar, footer, and the query client.
import { QueryClientProvider } from '@tanstack/react-query'
import { use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'

import { Account } from '../account/account-menu.tsx'
import { makeQueryClient } from '../api/queries.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { PathsBase } from '../browser/paths.ts'
import { useLocation } from '../browser/router.tsx'
import { useStore } from '../browser/create-store.ts'
import { Search } from '../market/search.tsx'
import { OrderNotifications } from '../orders/order-notifications.tsx'
import { hasSearch } from '../portfolio/scope.tsx'
import { SmallPrint } from '../session/price-source.tsx'
import { replacePrerendered } from '../ui/prerendered-sign-in.ts'
import { BottomBar, Header } from './navigation.tsx'
import { OfflineBanner } from './offline-banner.tsx'

interface ShellProps {
  /** Begins to load the other pages; returns its cancel function. */
  readonly preload: () => () => void
  readonly children: ReactNode
}

export default function Shell({ preload, children }: ShellProps) {
  const [queryClient] = useState(makeQueryClient)
  const base = use(PathsBase)
  // The screens of a league have their own.
  const isMain = base === ''
  // The projector's page of a lesson shows the class neither the email nor anything else.
  const { pathname } = useLocation()
  const isBare = pathname === `${base}/screen`
  const isSearchable = useStore(hasSearch)
  useEffect(preload, [preload])
  const hasPrintLine = useHasPrintLine()
  useLayoutEffect(replacePrerendered, [])
  return (
    <QueryClientProvider client={queryClient}>
      {hasPrintLine && <PrintLine />}
      <a
        href="#main"
        className="absolute top-2 left-2 z-30 -translate-y-20 rounded-control bg-ink px-4 py-2.5 text-on-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className={`frame flex min-h-dvh flex-col ${isBare ? '' : 'max-md:pb-(--bar)'}`}>
        {isBare || (
          <Header
            // Without it, something as high where it stands beside the logo.
            search={isSearchable ? <Search /> : <div className="h-11 max-md:hidden" />}
            account={<Account />}
          />
        )}
        <main
          id="main"
          tabIndex={-1}
          className={isBare ? '' : 'mx-auto w-full max-w-content flex-1 px-4 py-5 md:p-6'}
        >
          {children}
        </main>
        {isBare || (
          <footer className="foot mx-auto w-full max-w-content px-4 pt-2 pb-8 text-12 text-muted md:px-6">
            <SmallPrint />
          </footer>
        )}
      </div>
      <OfflineBanner />
      {isMain && <OrderNotifications />}
      {isBare || <BottomBar />}
    </QueryClientProvider>
  )
}

function useHasPrintLine(): boolean {
  const [hasPrintLine, setHasPrintLine] = useState(false)
  useEffect(() => {
    // A page without the line can still be printed, so a failure to load it is no error.
    const load = () =>
      void PrintLine.load().then(
        () => setHasPrintLine(true),
        () => undefined,
      )
    const timer = setTimeout(load, idleMs)
    return () => clearTimeout(timer)
  }, [])
  return hasPrintLine
}

/** The page itself comes first: the line needs a request of its own. */
const idleMs = 1000

const PrintLine = lazyComponent(() => import('../account/print-line.tsx'))
