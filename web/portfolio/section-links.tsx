// The second line of links of 'Portfolio': the pages about one portfolio, above the heading of each of them.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useLocation } from '../browser/router.tsx'
import { useScope } from './scope.tsx'

/** A page below one of these, such as that of a closed run, names it by `within`. */
export function SectionLinks({ within }: { within?: 'runs' }) {
  const { base } = useScope()
  const { pathname } = useLocation()
  // A league has these links in its bar.
  if (base !== '') return null
  const sections = [
    { to: paths.portfolio, label: 'Holdings' },
    { to: paths.insights, label: 'Insights' },
    { to: paths.orders, label: 'Orders' },
    { to: paths.runs, label: 'Runs' },
  ]
  const currentOf = (to: string) => {
    if (within) return to === paths[within] ? 'true' : undefined
    return to === pathname ? 'page' : undefined
  }
  return (
    <nav aria-label="Portfolio" className="-mt-2 flex gap-5 border-b border-line md:gap-6">
      {sections.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={currentOf(to)}
          className="-mb-px flex h-11 items-center border-b-2 border-transparent font-medium text-muted transition-colors duration-100 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
