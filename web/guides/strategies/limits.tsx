// The sections of the strategies guide on limits that are set beforehand, and on common mistakes.
import { openStartingWords } from '@tengrand/core/contest.ts'
import { formatPercent, roundTo } from '@tengrand/core/money.ts'

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
  Losses weigh more than gains of the same size, by plain arithmetic:

  ${(
    <Bars
      title="The gain that makes up for a loss"
      caption="Computed: a loss leaves less money, and the gain is counted from what is left."
      bars={recoveries}
    />
  )}

  Two limits keep losses small enough to come back from.

  **The size of a position.** Decide how large a part of your portfolio a single stock may be.
  With 5% of ${openStartingWords}, that is $500.

  **The exit.** Decide at which price you would admit that you were wrong. If you sell after a
  fall of 20%, you lose $100, which is 1% of the whole. Ten such mistakes in a row would hurt, but
  they would not end the game.

  An exit has its own price: a stock that falls by a fifth may rise again the day after you sold.
  And it is not exact, because prices can jump, overnight or after news, past the point that you
  chose.

  **Orders that wait.** A limit order buys or sells at your price or a better one; a stop sells
  once the price has fallen to yours. A stop keeps to your exit for you, but where prices jump
  past it, it sells for less. An outage is not made up for: the first fresh price after it counts.
`

export const mistakes = prose`
  - **Selling winners and keeping losers.** A gain feels good when it is taken, and a loss hurts
    less while it is on paper. Researchers call this the disposition effect. Ask instead: would I
    buy this today, at this price?
  - **Doubling up to win it back.** Buying more of what has fallen lowers your average price. It
    also raises the stake on an idea that has just done badly.
  - **Chasing.** When everybody talks about a stock, the good news is in its price already, and
    whoever buys last needs somebody who buys even later.
  - **Looking too often.** Over minutes, prices are mostly noise, and noise tempts you to trade.
  - **Changing the rules in the middle.** A rule that is bent whenever it hurts was never tested.
`
