// The sections of the strategies guide on limits that are set beforehand, and on common mistakes.
import { openStartingWords } from '@tengrand/core/contest.ts'
import { formatPercent, roundTo } from '@tengrand/core/money.ts'

import { paths } from '../../browser/paths.ts'
import { Bars } from '../figures/bars.tsx'
import { prose } from '../prose.tsx'

/** The gain that makes up for a loss, both in percent. */
export function gainToRecover(loss: number): number {
  return roundTo((100 / (100 - loss) - 1) * 100, 1)
}

const recoveries = [10, 20, 30, 50].map((loss) => {
  const value = gainToRecover(loss)
  return { words: `after losing ${loss}%`, value, shown: formatPercent(value, 1) }
})

export const limits = prose`
  A loss weighs more than a gain of the same size. That is plain arithmetic:

  ${(
    <Bars
      title="The gain that makes up for a loss"
      caption="Computed: a loss leaves less money, and the gain is counted from what is left."
      bars={recoveries}
    />
  )}

  Two limits keep losses small enough to come back from.

  **The size of a position.** Decide how much of your portfolio one stock can be. At 5% of
  ${openStartingWords}, that is $500.

  **The exit.** Decide the price at which you'd admit you were wrong. If you sell after a fall of
  20%, you lose $100, which is 1% of the whole. Selling can hurt too. The stock may rise the day
  after you sold.

  **Limit and stop orders.** A limit order buys or sells at your price or a better one. A stop
  order sells once the price has fallen to yours. It sticks to your plan for you, but if the price
  jumps past your stop, you sell for less. If our server is down, the first fresh price afterwards
  counts. [Here is how that looks](${paths.platform}#waiting).
`

export const mistakes = prose`
  - **Selling winners and keeping losers.** Taking a gain feels good, and a loss hurts less while
    it is unrealized. Ask yourself: would I buy this today, at this price?
  - **Doubling up to win it back.** Buying more of what has fallen raises the stake on an idea
    that has just done badly.
  - **Chasing.** When everyone talks about a stock, the good news is probably already in its
    price.
  - **Looking too often.** Over minutes, prices are mostly noise.
  - **Changing the rules in the middle.** Bend a rule, and you'll never know if it worked. `
