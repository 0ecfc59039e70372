// The sections of the platform guide on the leaderboard, starting over, display names, and the appearance.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { paths } from '../../browser/paths.ts'
import { Callout, PageLink } from '../prose.tsx'

export const ranking = (
  <>
    <p>
      The <PageLink to={paths.leaderboard}>leaderboard</PageLink> shows the ten learners with the
      highest return on investment (ROI):
    </p>
    <p>
      <strong>
        ROI = (portfolio value − {openStartingWords}) ÷ {openStartingWords} × 100
      </strong>
    </p>
    <p>
      With a portfolio of $10,742.00 your ROI is +7.42%. Everybody is valued at the same prices,
      taken at one moment, and everybody with at least one trade takes part. In a tie, the earlier
      first trade comes first. If you are not among the ten, your own place stands below them.
    </p>
    <Callout title="Updated every 24 hours">
      A trade you make now shows in the next update, not at once. The page says when the last one
      was.
    </Callout>
  </>
)

export const names = (
  <p>
    Others see you under a display name only, never your email address, together with your cash
    balance, your portfolio value and your ROI. You get a name such as Calm Otter 482 when you join,
    and can change it in the account menu next to your email: 3 to 24 letters, digits, single
    spaces, hyphens and underscores, at least three of them letters or digits, and nothing that
    looks like the name of somebody else.
  </p>
)

export const startingOver = (
  <p>
    Start over in the account menu closes this chapter at the prices of the moment and begins the
    next with {openStartingWords}, once in 30 days. Earlier chapters stay on your portfolio page to
    be read. The leaderboard ranks the open one and says which it is.
  </p>
)

export const appearance = (
  <>
    <p>
      The same menu switches between a light theme, a dark one, and whatever your system uses. Gains
      and losses carry a sign as well as a color.
    </p>
    <p>
      <PageLink to={paths.pro}>Pro</PageLink> is planned and cannot be bought yet: you can join a
      waitlist. New to all this? Read <PageLink to={paths.basics}>Investment Basics</PageLink>{' '}
      first, then <PageLink to={paths.strategies}>Trading Strategies</PageLink>.
    </p>
  </>
)
