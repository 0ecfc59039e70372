// The sections of the strategies guide on three ways to choose stocks, and on skill and luck.
import { paths } from '../../browser/paths.ts'
import { prose } from '../prose.tsx'

export const choosing = prose`
  **Value.** You look for companies whose price is low compared with what they earn. A common
  measure is the price-earnings ratio. A share that costs $150 and earns $10 of profit a year has
  a ratio of 15. The risk is that it is cheap for a good reason, such as shrinking profits.

  **Growth.** You look for companies whose sales and profits grow fast, and accept a high price.
  The risk is that the price falls a lot when growth slows only a little.

  **Momentum.** You buy what has risen in the past months and sell what has fallen, because trends
  sometimes last. The risk is that they end without a warning.

  With simulated prices, real news moves nothing here. What you can practice is choosing, deciding
  how much to buy, and sticking to a rule. [Using Tengrand](${paths.platform}) explains where the
  prices come from.
`

export const judging = prose`
  If a thousand people each guess ten tosses of a coin, on average about one of them gets all ten
  right. That person has no talent for coins. Stocks are much the same. Over a few weeks, luck
  usually outweighs skill. The [leaderboard](${paths.leaderboard}) shows the people it went well
  for. Remember the others.

  So compare your result with the simplest thing you could have done: buy a little of everything
  and hold it. Here that is about $625 in each of the sixteen stocks. A strategy that takes work
  should beat that over months.
`
