// The bar above the screens of a league: its name, how long it still runs, and the links to its screens.
import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { paths, usePaths } from '../browser/paths.ts'
import { Tabs } from '../portfolio/tabs.tsx'
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
  const screens = {
    Dashboard: own.dashboard,
    Portfolio: own.portfolio,
    Orders: own.orders,
    Transactions: own.transactions,
    Insights: own.insights,
  }
  return (
    <Tabs
      label={`League ${name}`}
      tabs={screens}
      className="gap-x-3.5 overflow-x-auto sm:gap-x-5 print:hidden"
    />
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
