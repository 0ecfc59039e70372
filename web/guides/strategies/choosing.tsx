// The sections of the strategies guide on three ways to choose stocks, and on skill and luck.
import { paths } from '../../browser/paths.ts'
import { prose } from '../prose.tsx'

export const choosing = prose`
  **Value.** You look for companies whose price is low compared with what they earn. A common
  measure is the price-earnings ratio: a share that costs $150 and stands for $10 of yearly profit
  has a ratio of 15. The risk is that it is cheap for a good reason, such as profits that are
  about to shrink.

  **Growth.** You look for companies whose sales and profits grow fast, and accept a high price
  for them. The risk is that much hope is already paid for: when growth slows only a little, the
  price can fall a lot.

  **Momentum.** You buy what has risen in the past months and sell what has fallen, because trends
  sometimes last. The risk is that they end without a warning, and that following them takes many
  trades.

  Tengrand shows prices and charts, not the accounts of companies; those stand in the reports that
  companies publish. Keep in mind that with simulated prices, news from the real world moves
  nothing here. What you can practice is deciding, sizing and keeping to a rule. [Using
  Tengrand](${paths.platform}) explains where the prices come from.
`

export const judging = prose`
  If a thousand people each guess ten tosses of a coin, on average about one of them gets all ten
  right. That person has no talent for coins. With stocks it is much the same: over a few weeks,
  luck usually outweighs skill, and a bold bet on a single stock puts people at the top of a
  ranking as easily as at the bottom. On the [leaderboard](${paths.leaderboard}) you see those for
  whom it went well; remember the others.

  So compare your result with the simplest thing that you could have done: buy a little of
  everything and hold it. Here that is about $625 in each of the sixteen stocks. A strategy that
  takes work should beat that, over months, and without larger swings.
`
