// The bar above the screens of a league: its name, how long it still runs, and the links to its screens.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Tabs } from '../portfolio/tabs.tsx'
import { LeagueTime } from './league-time.tsx'
import { Change } from './league-view.tsx'
import type { League } from './queries.ts'

export function LeagueBar({ league }: { league: League }) {
  const { id, kind, name, state } = league
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
      <Change
        state={state}
        words={`The ${kind} ${state === 'over' ? 'is over' : 'has started'}.`}
      />
      <LeagueScreens league={league} />
    </div>
  )
}

export function LeagueScreens({ league: { id, kind, name } }: { league: League }) {
  const { dashboard, portfolio, orders, transactions, insights, journal } = paths.inLeague(id)
  const rest = { Transactions: transactions, Insights: insights }
  const screens =
    kind === 'lesson'
      ? { Play: paths.play(id), Portfolio: portfolio, ...rest }
      : { Dashboard: dashboard, Portfolio: portfolio, Orders: orders, ...rest, Journal: journal() }
  return (
    <Tabs
      label={`${kind === 'lesson' ? 'Lesson' : 'League'} ${name}`}
      tabs={screens}
      className="gap-x-3.5 overflow-x-auto sm:gap-x-5 print:hidden"
    />
  )
}
