// What all pages of a league draw until it is known, and for those who are not in it.
import { useState, type ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { isUnknownLeague, type League, type useLeague } from './queries.ts'

interface LeagueViewProps {
  readonly query: ReturnType<typeof useLeague>
  readonly children: (league: League) => ReactNode
}

export function LeagueView({ query, children }: LeagueViewProps) {
  if (isUnknownLeague(query.error)) return <NotInLeague />
  const view = viewOf(query, { what: 'the league' })
  if (view.state === 'data') return children(view.data)
  return (
    // Hidden at first, because a lesson has no search above it, so that its page begins higher.
    <Card className="hidden-at-first min-h-dvh">
      <QueryView view={view} loading="Loading league..." rows={8}>
        {children}
      </QueryView>
    </Card>
  )
}

interface ChangeProps {
  readonly state: string
  /** What to say once the state is no more what it was. */
  readonly words: string
}

/** Tells screen readers of a start, a pause or an end while the page is open. */
export function Change({ state, words }: ChangeProps) {
  const [first] = useState(state)
  return (
    <p role="status" className="sr-only">
      {state !== first && words}
    </p>
  )
}

export function NotInLeague({ kind = 'league' }: { kind?: League['kind'] }) {
  return (
    <Card className="mx-auto max-w-lg text-center">
      <PageHeading title={`You are not in this ${kind}`} />
      <p className="mt-2 text-15 text-muted">
        Or there is no such {kind}. If you have its code, enter it under Leagues.
      </p>
      <Link to={paths.leagues} className={`mt-6 ${buttonClass('primary')}`}>
        See your leagues
      </Link>
    </Card>
  )
}
