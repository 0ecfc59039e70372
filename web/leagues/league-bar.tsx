// The bar above the screens of a league: its name, how long it still runs, and the links to its screens.
import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { paths, usePaths } from '../browser/paths.ts'
import { useLocation } from '../browser/router.tsx'
import { LeagueTime } from './league-time.tsx'
import type { League } from './queries.ts'

export function LeagueBar({ league }: { league: League }) {
  const { id, name, state } = league
  return (
    <div className="-mt-2 mb-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={paths.league(id)}
          className="rounded-sm py-2.5 text-15 font-semibold wrap-anywhere text-accent hover:underline"
        >
          {name}
        </Link>
        <LeagueTime league={league} />
      </div>
      <Change state={state} />
      <Screens name={name} />
    </div>
  )
}

function Screens({ name }: Pick<League, 'name'>) {
  const own = usePaths()
  const { pathname } = useLocation()
  const screens = {
    Dashboard: own.dashboard,
    Portfolio: own.portfolio,
    Orders: own.orders,
    Transactions: own.transactions,
    Insights: own.insights,
  }
  return (
    <nav
      aria-label={`League ${name}`}
      className="flex flex-wrap gap-x-5 border-b border-line md:gap-6 print:hidden"
    >
      {Object.entries(screens).map(([label, to]) => (
        <Link
          key={to}
          to={to}
          aria-current={to === pathname ? 'page' : undefined}
          className="-mb-px flex h-11 items-center border-b-2 border-transparent font-medium text-muted transition-colors duration-100 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Tells screen readers of a start or an end while the page is open. */
function Change({ state }: Pick<League, 'state'>) {
  const [first] = useState(state)
  return (
    <p role="status" className="sr-only">
      {state !== first && (state === 'over' ? 'The league is over.' : 'The league has started.')}
    </p>
  )
}
