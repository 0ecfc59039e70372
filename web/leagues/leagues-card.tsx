// A list of leagues, and the end of the dashboard: those of the learner that still run, or one line about leagues.
import { formatCount } from '@tengrand/core/money.ts'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { Countdown } from './league-time.tsx'
import { isLesson, planWords } from './lesson-words.ts'
import { useLeagues, type League } from './queries.ts'

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

/** Each line has the name, how long it still runs, members, and who runs it, and leads to its league. */
export const LeagueLines = ({ leagues }: { leagues: readonly League[] }) => (
  <ul>
    {leagues.map((league) => (
      <li
        key={league.id}
        className="relative border-t border-line py-3 first:border-t-0 hover:bg-sunken/60"
      >
        <Link
          to={paths.league(league.id)}
          className="rounded-sm font-semibold wrap-anywhere text-accent after:absolute after:inset-0 hover:underline"
        >
          {league.name}
        </Link>
        <p className="mt-1 text-muted">
          {isLesson(league) && `Lesson, ${planWords(league.market)} · `}
          <Countdown league={league} /> · {formatCount(league.members, 'member')}
          {league.role === 'owner' && ' · You run it'}
        </p>
      </li>
    ))}
  </ul>
)
