// What stands around every page behind the sign-in: the header, the way to skip it, the bar of a phone and the footer.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'

import { replacePrerendered } from '../ui/prerendered-sign-in.ts'
import { makeQueryClient } from '../api/queries.ts'
import { SmallPrint } from '../session/small-print.tsx'
import { Account } from '../account/account-menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import OrderNews from '../orders/order-news.tsx'
import { Search } from '../market/search.tsx'

interface ShellProps {
  /** Begins to fetch the other pages; what it returns gives that up. */
  readonly preload: () => () => void
  readonly children: ReactNode
}

export default function Shell({ preload, children }: ShellProps) {
  const [queryClient] = useState(makeQueryClient)
  useEffect(preload, [preload])
  useLayoutEffect(replacePrerendered, [])
  return (
    <QueryClientProvider client={queryClient}>
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
        <Footer />
      </div>
      <OfflineBanner />
      <OrderNews />
      <BottomBar />
    </QueryClientProvider>
  )
}

function Footer() {
  return (
    <footer className="foot mx-auto w-full max-w-content px-4 pt-2 pb-8 text-12 text-muted md:px-6">
      <SmallPrint />
    </footer>
  )
}
