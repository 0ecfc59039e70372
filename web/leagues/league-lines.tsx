// A list of leagues: name, how long each still runs, members, and who runs it. Each line leads to its league.
import { formatQuantity } from '@tengrand/core/money.ts'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Countdown } from './league-time.tsx'
import { isLesson, planWords } from './lesson-words.ts'
import type { League } from './queries.ts'

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
          {isLesson(league) && `Lesson, ${planWords(league.market).toLowerCase()} · `}
          <Countdown league={league} /> · {formatQuantity(league.members)}{' '}
          {league.members === 1 ? 'member' : 'members'}
          {league.role === 'owner' && ' · You run it'}
        </p>
      </li>
    ))}
  </ul>
)
