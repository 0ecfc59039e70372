// How to tell skill from luck.
import { paths } from '../../browser/paths.ts'
import { PageLink } from '../prose.tsx'

export function Judging() {
  return (
    <>
      <p>
        If a thousand people each guess ten tosses of a coin, on average about one of them gets all
        ten right. That person has no talent for coins. With stocks it is much the same: over a few
        weeks, luck usually outweighs skill, and a bold bet on a single stock puts people at the top
        of a ranking as easily as at the bottom. On the{' '}
        <PageLink to={paths.leaderboard}>leaderboard</PageLink> you see those for whom it went well;
        remember the others.
      </p>
      <p>
        So compare your result with the simplest thing that you could have done: buy a little of
        everything and hold it. Here that is about $625 in each of the sixteen stocks. A strategy
        that takes work should beat that, over months, and without larger swings.
      </p>
    </>
  )
}
