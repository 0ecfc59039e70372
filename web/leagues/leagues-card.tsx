// The end of the dashboard: the leagues of the learner that still run, or one line about leagues.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { LeagueLines } from './league-lines.tsx'
import { useLeagues } from './queries.ts'

/** After an error there is the line, whose page explains it. */
export default function LeaguesCard() {
  const { data, error } = useLeagues()
  const running = data?.leagues.filter(({ state }) => state !== 'over') ?? []
  if (running.length > 0) {
    return (
      <Card
        title="Your leagues"
        aside={<MoreLink to={paths.leagues}>View All</MoreLink>}
        className="max-lg:order-3"
      >
        <LeagueLines leagues={running} />
      </Card>
    )
  }
  return (
    <p className="min-h-10 px-5 text-muted max-lg:order-3">
      {(data ?? error) && (
        <>
          Compete with friends in a{' '}
          <Link
            to={paths.leagues}
            className="inline-flex min-h-10 items-center font-medium text-accent underline"
          >
            league
          </Link>
        </>
      )}
    </p>
  )
}
