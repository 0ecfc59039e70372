// The frame around every page behind the sign-in: skip link, header, bottom bar, footer, and the query client.
import { QueryClientProvider } from '@tanstack/react-query'
import { use, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'

import { Account } from '../account/account-menu.tsx'
import { makeQueryClient } from '../api/queries.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { PathsBase } from '../browser/paths.ts'
import { Search } from '../market/search.tsx'
import { OrderNotifications } from '../orders/order-notifications.tsx'
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
  // The screens of a league have their own.
  const isMain = use(PathsBase) === ''
  useEffect(preload, [preload])
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
      <div className="frame flex min-h-dvh flex-col max-md:pb-(--bar)">
        <Header search={<Search />} account={<Account />} />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-content flex-1 px-4 py-5 md:p-6"
        >
          {children}
        </main>
        <footer className="foot mx-auto w-full max-w-content px-4 pt-2 pb-8 text-12 text-muted md:px-6">
          <SmallPrint />
        </footer>
      </div>
      <OfflineBanner />
      {isMain && <OrderNotifications />}
      <BottomBar />
    </QueryClientProvider>
  )
}

/** The page itself comes first: the line needs a request of its own. */
const idleMs = 1000

const PrintLine = lazyComponent(() => import('../account/print-line.tsx'))
