// The frame of a league's screens: waits for the league, sets the scope to the learner's portfolio in it, and has its bar.
import { fromDollars } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import { paths } from '../browser/paths.ts'
import { Redirect, useLocation } from '../browser/router.tsx'
import { mainMarket } from '../market/market-context.ts'
import { OrderNotifications } from '../orders/order-notifications.tsx'
import { ScopeProvider, useNoSearch, type PortfolioScope } from '../portfolio/scope.tsx'
import { LeagueBar } from './league-bar.tsx'
import { LeagueView } from './league-view.tsx'
import { isLesson } from './lesson-words.ts'
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
          {isLesson(league) ? (
            <LessonScreen league={id}>{children}</LessonScreen>
          ) : (
            <>
              {children}
              <OrderNotifications />
            </>
          )}
        </ScopeProvider>
      )}
    </LeagueView>
  )
}

/** The stocks of a lesson and its orders are on the page where it is played, and it has no journal. */
function LessonScreen({ league, children }: LeagueScopeProps) {
  const { pathname } = useLocation()
  useNoSearch()
  const [symbol] = pathname.split('/').slice(4)
  const isPlayed = /\/(dashboard|orders|stock|journal)\b/i.test(pathname)
  return isPlayed ? <Redirect to={paths.play(league, symbol)} /> : children
}

const scopeOf = (league: League, base: string): PortfolioScope => ({
  portfolio: league.portfolio,
  base,
  contest: {
    id: league.id,
    state: league.state,
    closed: closedWords(league),
    orders: league.orders,
    startingCash: fromDollars(league.starting_cash),
    ...(league.market && {
      listing: new Map(league.market.listing.map(({ symbol, name }) => [symbol, name])),
    }),
  },
  // The public prices are not those of a lesson.
  market: league.market ? league.id : mainMarket,
})

function closedWords({ kind, state, starts_at }: League): string | null {
  if (state === 'open') return null
  if (state === 'over') return `Trading has ended. This ${kind} is over.`
  return starts_at === null
    ? 'Trading starts when the organiser presses Start.'
    : `Trading starts on ${exactTime(starts_at)}.`
}
