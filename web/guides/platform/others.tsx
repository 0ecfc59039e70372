// The sections of the platform guide on the leaderboard, starting over, display names, and the appearance.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { paths } from '../../browser/paths.ts'
import { Callout, prose } from '../prose.tsx'

export const ranking = prose`
  The [leaderboard](${paths.leaderboard}) shows the ten learners with the highest return on
  investment (ROI):

  **ROI = (portfolio value − ${openStartingWords}) ÷ ${openStartingWords} × 100**

  With a portfolio of $10,742.00 your ROI is +7.42%. Everybody is valued at the same prices, taken
  at one moment, and everybody with at least one trade takes part. In a tie, the earlier first
  trade comes first. If you are not among the ten, your own place stands below them.

  ${(
    <Callout title="Updated every 24 hours">
      A trade you make now shows in the next update, not at once. The page says when the last one
      was.
    </Callout>
  )}
`

export const names = prose`
  Others see you under a display name only, never your email address, together with your cash
  balance, your portfolio value and your ROI. You get a name such as Calm Otter 482 when you join,
  and can change it in the account menu next to your email: 3 to 24 letters, digits, single
  spaces, hyphens and underscores, at least three of them letters or digits, and nothing that
  looks like the name of somebody else.
`

export const startingOver = prose`
  Start over in the account menu closes this chapter at the prices of the moment and begins the
  next with ${openStartingWords}, once in 30 days. Earlier chapters stay on your portfolio page to
  be read. The leaderboard ranks the open one and says which it is.
`

export const appearance = prose`
  The same menu switches between a light theme, a dark one, and whatever your system uses. Gains
  and losses carry a sign as well as a color.

  [Pro](${paths.pro}) is planned and cannot be bought yet: you can join a waitlist. New to all
  this? Read [Investment Basics](${paths.basics}) first, then [Trading
  Strategies](${paths.strategies}).
`
