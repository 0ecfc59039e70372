// The sections of the platform guide on the leaderboard, the journal, restarting, leagues, display names, and the appearance.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { paths } from '../../browser/paths.ts'
import { Callout, prose } from '../prose.tsx'

export const ranking = prose`
  The [leaderboard](${paths.leaderboard}) shows the ten traders with the highest return on
  investment (ROI):

  **ROI = (portfolio value − ${openStartingWords}) ÷ ${openStartingWords} × 100**

  With a portfolio of $10,742.00 your ROI is +7.42%. All portfolios are valued at the same prices.
  You take part after your first trade. In a tie, the earlier one wins. Outside the ten, you see
  your place below.

  ${(
    <Callout title="Updated every 24 hours">
      A trade you make now shows in the next update. The page says when the last one was.
    </Callout>
  )}
`

export const journal = prose`
  **Add a reason** under an order form to say why you trade, and how sure you are that the stock
  does better than the market in the next 30 days. For a sale, say worse. Your number never
  changes. The [journal](${paths.journal()}) shows what became of it. After ten results, the
  [insights](${paths.insights}) show how often you were right.
`

export const names = prose`
  Others see your display name, cash, portfolio value and ROI, never your email address. You
  join with a name such as Calm Otter 482. Change it in the account menu to 3 to 24 letters,
  digits, spaces, hyphens or underscores.
`

export const restarting = prose`
  **Restart** in the account menu closes your run at the current prices and begins the next one
  with ${openStartingWords}, once in 30 days. Earlier runs stay under Portfolio, Runs. The
  leaderboard ranks your open run.
`

export const leagues = prose`
  In a [league](${paths.leagues}) you compete with your class or friends, in a separate
  portfolio. Choose the rules and share the code. At the end, trading stops for everybody. Only
  members who join in the first tenth of the time get a rank. In a lesson, a class plays a market
  year in minutes.
`

export const appearance = prose`
  The same menu switches between a light and a dark theme.

  [Pro](${paths.pro}) is planned, and you can join the waitlist. New to all this? Read [Investment
  Basics](${paths.basics}), then [Trading Strategies](${paths.strategies}).
`
