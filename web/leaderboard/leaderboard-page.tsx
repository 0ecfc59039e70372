// The leaderboard page: the ten best by return, and the learner's place.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { leaderboardView, useLeaderboard, type Leaderboard } from './queries.ts'
import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/glossary.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Ranking } from './ranking.tsx'
import { YourPlace, YourPlaceLoading } from './your-place.tsx'

export default function LeaderboardPage() {
  const query = useLeaderboard()
  const states = leaderboardView(query)
  return (
    <>
      <PageHeading />
      <p className="mt-1 max-w-prose text-15 text-muted">
        Rankings are based on total return since starting with {openStartingWords}.
      </p>
      <p className="mt-1 text-15 text-muted">
        Compete with your class or your friends in a{' '}
        <Link to={paths.leagues} className="font-medium text-accent underline">
          league
        </Link>
        .
      </p>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card
          title={
            <>
              Top 10 by <Explained term="ROI">ROI %</Explained>
            </>
          }
          aside={<Updated board={query.data} />}
          className={states.view.state === 'error' ? 'lg:col-span-2' : ''}
        >
          <QueryView {...states} rows={skeletonRows}>
            {(board) => <Ranking board={board} />}
          </QueryView>
        </Card>
        {states.view.state === 'loading' && <YourPlaceLoading />}
        {query.data && <YourPlace board={query.data} />}
      </div>
    </>
  )
}

/** The number of skeleton rows that are as high as the table with ten rows. */
const skeletonRows = 12

/** Rendered before the time is known, so that nothing moves; the key replaces the line instead of shifting its text. */
function Updated({ board }: { board: Leaderboard | undefined }) {
  const at = board?.updated_at
  return (
    <p key={at} className="text-12 text-muted">
      Last updated: {at ? <time dateTime={at}>{dateAndTime.format(new Date(at))}</time> : '—'}{' '}
      <span className="whitespace-nowrap">(updates every 24 hours)</span>
    </p>
  )
}

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
