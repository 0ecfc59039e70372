// The navigation of a phone: five links in reach of the thumb.

import { Link } from '../browser/link.tsx'
import { useLocation } from '../browser/router.tsx'
import { Icon } from '../ui/icons.tsx'
import { currentAt, navLinks } from './nav-links.ts'

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
          {/* Where it is too long it still belongs to the name, behind what is seen. */}
          {shortLabel && <span className="min-[22.5rem]:hidden">{shortLabel} </span>}
          <span className={shortLabel && 'max-[22.5rem]:sr-only'}>{label}</span>
        </Link>
      ))}
    </nav>
  )
}
