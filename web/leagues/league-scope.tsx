// The frame of a league's screens: waits for the league, sets the scope to the learner's portfolio in it, and has its bar.
import { fromDollars } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import { paths } from '../browser/paths.ts'
import { mainMarket } from '../market/market-context.ts'
import { OrderNotifications } from '../orders/order-notifications.tsx'
import { ScopeProvider, type PortfolioScope } from '../portfolio/scope.tsx'
import { LeagueBar } from './league-bar.tsx'
import { LeagueView } from './league-view.tsx'
import { useLeague, useRefetchOnChange, type League } from './queries.ts'
import { exactTime } from './times.ts'

interface LeagueScopeProps {
  /** The id in the address. */
  readonly league: string
  readonly children: ReactNode
}

export default function LeagueScope({ league: id, children }: LeagueScopeProps) {
  const query = useLeague(id)
  // At the start and at the end, everything that the screens show may be outdated.
  useRefetchOnChange(query.data?.state)
  return (
    <LeagueView query={query}>
      {(league) => (
        <ScopeProvider scope={scopeOf(league, paths.league(id))}>
          <LeagueBar league={league} />
          {children}
          <OrderNotifications />
        </ScopeProvider>
      )}
    </LeagueView>
  )
}

const scopeOf = (league: League, base: string): PortfolioScope => ({
  portfolio: league.portfolio,
  base,
  contest: {
    id: league.id,
    state: league.state,
    startsAt: exactTime(league.starts_at),
    orders: league.orders,
    startingCash: fromDollars(league.starting_cash),
  },
  market: mainMarket,
})
