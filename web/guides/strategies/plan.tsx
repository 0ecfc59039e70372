// How to tell skill from luck, and what a plan says.
import { PageLink } from '../prose.tsx'

export function Judging() {
  return (
    <>
      <p>
        If a thousand people each guess ten tosses of a coin, on average about one of them gets all
        ten right. That person has no talent for coins. With stocks it is much the same: over a few
        weeks, luck usually outweighs skill, and a bold bet on a single stock puts people at the top
        of a ranking as easily as at the bottom. On the{' '}
        <PageLink to="/leaderboard">leaderboard</PageLink> you see those for whom it went well;
        remember the others.
      </p>
      <p>
        So compare your result with the simplest thing that you could have done: buy a little of
        everything and hold it. Here that is about $625 in each of the sixteen stocks, as far as
        whole shares allow. A strategy that takes work should beat that, over months and not over
        days, and without larger swings on the way.
      </p>
    </>
  )
}

export function Plan() {
  return (
    <>
      <p>Before the next trade, answer these on paper:</p>
      <ol>
        <li>What am I buying, and why should it be worth more than its price?</li>
        <li>How long do I want to hold it?</li>
        <li>How much of my portfolio will it be?</li>
        <li>What would show me that I was wrong, and what do I do then?</li>
        <li>What else do I hold that would fall with it?</li>
      </ol>
      <p>
        Then trade, and leave it alone until one of your answers changes. Your{' '}
        <PageLink to="/transactions">transactions</PageLink> keep what you did. Only your notes keep
        why you did it, and that is what you learn from.
      </p>
    </>
  )
}
