// The header: the logo, the places to go, and room for the search box and the account.
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

import { Link } from '../link.tsx'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { currentAt, places } from './nav-links.ts'
import { ThemeSwitch } from './theme-switch.tsx'

interface HeaderProps {
  /** Beside the logo; on a phone in a row of its own. */
  readonly search?: ReactNode
  readonly account?: ReactNode
}

export function Header({ search, account }: HeaderProps) {
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto grid max-w-content grid-cols-[auto_1fr] items-center gap-x-4 px-4 pt-3 pb-1 md:grid-cols-[minmax(max-content,1fr)_minmax(0,36rem)_minmax(max-content,1fr)] md:px-6 md:pb-3">
        <Link to="/" className="flex min-h-10 items-center justify-self-start rounded-control">
          <Logo size="header" />
        </Link>
        <div className="order-last col-span-2 max-md:not-empty:pt-3 md:order-none md:col-span-1">
          {search}
        </div>
        <div className="flex min-w-0 items-center justify-end gap-2 max-md:contents">
          <div className="flex items-center gap-2 justify-self-end max-md:-mr-2.5">
            <ProLink className="md:hidden" />
            <ThemeSwitch />
          </div>
          {account}
        </div>
      </div>
      <Navigation />
    </header>
  )
}

function Navigation() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Main"
      className="mx-auto flex max-w-content items-stretch gap-6 px-6 max-md:hidden"
    >
      {places.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={currentAt(pathname, to)}
          className="-mb-px flex h-11 items-center border-b-2 border-transparent text-14 font-medium text-muted transition-colors duration-100 hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
        >
          {label}
        </Link>
      ))}
      <ProLink className="mb-2 ml-auto" />
    </nav>
  )
}

function ProLink({ className }: { className: string }) {
  const { pathname } = useLocation()
  return (
    <Link
      to="/pro"
      aria-current={currentAt(pathname, '/pro')}
      className={`inline-flex min-h-8 items-center gap-2 self-center rounded-full border border-pro-line bg-pro-soft px-4 text-14 font-medium text-pro transition-colors duration-100 hover:border-pro aria-[current]:border-pro max-md:min-h-10 ${className}`}
    >
      <Icon name="spark" className="size-4" />
      Go Pro
    </Link>
  )
}
