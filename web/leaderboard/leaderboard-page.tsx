// The leaderboard page: the ten best by return, and the learner’s place.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { useLeaderboard, type Leaderboard } from './queries.ts'
import { Card } from '../ui/card.tsx'
import { Explained } from '../ui/glossary.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { Ranking } from './ranking.tsx'
import { YourPlace, YourPlaceLoading } from './your-place.tsx'

export default function LeaderboardPage() {
  const query = useLeaderboard()
  const view = viewOf(query, {
    isEmpty: ({ leaderboard }) => leaderboard.length === 0,
    error: () => 'Failed to load leaderboard data',
  })
  return (
    <>
      <PageHeading />
      <p className="mt-1 max-w-prose text-15 text-muted">
        Rankings are based on total return since starting with {openStartingWords}.
      </p>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card
          title={
            <>
              Top 10 by <Explained term="ROI">ROI %</Explained>
            </>
          }
          aside={<Updated board={query.data} />}
          className={view.state === 'error' ? 'lg:col-span-2' : ''}
        >
          <QueryView
            view={view}
            loading="Loading leaderboard..."
            empty={['No leaderboard data available yet.', 'Start trading to see your ranking!']}
            rows={skeletonRows}
          >
            {(board) => <Ranking board={board} />}
          </QueryView>
        </Card>
        {view.state === 'loading' && <YourPlaceLoading />}
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
