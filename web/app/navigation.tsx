// The navigation of the app: the header with logo, search, account and links, and the bottom bar of a phone.
import type { ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useLocation } from '../browser/router.tsx'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { routes } from './routes.ts'

const navLinks = routes.flatMap(({ path, nav }) => (nav ? [{ to: path, ...nav }] : []))

/** The value of aria-current. The link to the front page leads on to the dashboard, so it is the current one there. */
function currentAt(pathname: string, to: string): 'page' | 'true' | undefined {
  const target = to === paths.front ? paths.dashboard : to
  if (pathname === target) return 'page'
  const isWithin = pathname.startsWith(`${target}/`) || homes.get(pathname) === target
  return isWithin ? 'true' : undefined
}

/** The pages whose entry has another address than their own begins with. */
const homes = new Map(routes.map(({ path, within }) => [path, within]))

interface HeaderProps {
  /** Beside the logo; on a phone in a row of its own. */
  readonly search?: ReactNode
  readonly account?: ReactNode
}

/** Two rows on a phone: the search has its own, and the email gets what the logo and the pill leave. */
export function Header({ search, account }: HeaderProps) {
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto grid max-w-content grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-y-2 px-4 py-2 md:py-3 md:grid-cols-[minmax(max-content,1fr)_minmax(0,36rem)_minmax(max-content,1fr)] md:gap-x-4 md:px-6">
        <Link
          to={paths.front}
          className="flex min-h-10 items-center justify-self-start rounded-control max-md:col-start-1 max-md:row-start-1"
        >
          <Logo size="header" />
        </Link>
        <div className="max-md:col-span-3 max-md:row-start-2 max-md:[&_input]:h-11">{search}</div>
        <div className="flex min-w-0 items-center justify-end gap-3 max-md:contents">
          <ProLink className="max-md:col-start-2 max-md:row-start-1 max-md:ml-3 md:hidden" />
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
      {navLinks.map(({ to, label }) => (
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
      to={paths.pro}
      aria-current={currentAt(pathname, paths.pro)}
      className={`inline-flex min-h-8 items-center gap-2 self-center rounded-full border border-pro-line bg-pro-soft px-4 text-14 font-medium text-pro transition-colors duration-100 hover:border-pro aria-[current]:border-pro max-md:min-h-10 max-md:px-3 ${className}`}
    >
      <Icon name="spark" className="size-4 max-md:hidden" />
      Go Pro
    </Link>
  )
}

/** Five links in reach of the thumb. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Tab bar"
      className="fixed inset-x-0 bottom-0 z-10 flex h-(--bar) border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {navLinks.map(({ to, label, shortLabel, icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={currentAt(pathname, to)}
          className="flex flex-auto flex-col items-center justify-center gap-1 text-11 font-medium text-muted -outline-offset-2! aria-[current]:text-accent"
        >
          <Icon name={icon} className="size-[1.375rem]" />
          {/* A label that is too long is hidden but stays part of the accessible name. */}
          {shortLabel && <span className="min-[22.5rem]:hidden">{shortLabel} </span>}
          <span className={shortLabel && 'max-[22.5rem]:sr-only'}>{label}</span>
        </Link>
      ))}
    </nav>
  )
}
