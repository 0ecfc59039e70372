// A line of links to screens that belong together, with the one of the address marked.
import { Link } from '../browser/link.tsx'
import { useLocation } from '../browser/router.tsx'

interface TabsProps {
  readonly label: string
  /** The addresses by the words of their links. */
  readonly tabs: Readonly<Record<string, string>>
  /** The address that is marked on a page below it. */
  readonly within?: string | undefined
  readonly className: string
}

export function Tabs({ label, tabs, within, className }: TabsProps) {
  const { pathname } = useLocation()
  const current = within === undefined ? 'page' : 'true'
  return (
    <nav aria-label={label} className={`flex border-b border-line md:gap-6 ${className}`}>
      {Object.entries(tabs).map(([words, to]) => (
        <Link
          key={to}
          to={to}
          aria-current={to === (within ?? pathname) ? current : undefined}
          className="-mb-px flex h-11 items-center border-b-2 border-transparent font-medium text-muted transition-colors duration-100 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
