// The last sections of the strategies guide: a plan on one page, and how to read 'Your result', by the demo's example.
import { formatMoney, formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import { paths } from '../../browser/paths.ts'
import { prose } from '../prose.tsx'
import { demoResult as demo } from './demo-result.ts'

export const plan = prose`
  Before the next trade, answer these on paper:

  1. What am I buying, and why should it be worth more than its price?
  1. How long do I want to hold it?
  1. How much of my portfolio will it be?
  1. What would show me that I was wrong, and what do I do then?
  1. What else do I hold that would fall with it?

  Then trade, and leave it alone until one of your answers changes. Your
  [transactions](${paths.transactions}) keep what you did. Only your notes keep why you did it,
  and that is what you learn from.
`

const dollars = (amount: number): string => formatMoney(fromDollars(amount)).replace('.00', '')

/** The five ways to read a result, with the figures of the demo's learner. */
export const skill = prose`
  A year later you have made money. [Your result](${paths.insights}) looks at it in five ways. As
  an example, the figures of the demo’s learner on ${demo.day}, rounded:

  - **The market.** The learner made ${demo.gainPercent}%, the market ${demo.marketPercent}%: a
    little of everything, left alone, would have ended ${dollars(demo.aheadOfMarket)} lower.
  - **What earned it.** ${demo.best} alone earned ${dollars(demo.bestGain)} of the
    ${dollars(demo.gain)}. Would the reason for that choice hold again?
  - **Twins.** After the first day alone there would be ${dollars(demo.firstDay)}; without any
    sale, ${dollars(demo.neverSold)} (there ${demo.skipped} later purchases would have lacked the
    cash). Both are less.
  - **Luck.** The choice of stocks did better than ${demo.percentile}% of
    ${formatQuantity(demo.traders)} random ones, of which nine in ten came to between
    ${dollars(demo.p5)} and ${dollars(demo.p95)}. Chance alone could explain it.
  - **Habits.** At worst the learner was ${demo.fallPercent}% below a peak, with
    ${demo.cashPercent}% in cash on average; the market at its own worst
    ${demo.marketFallPercent}%.

  A good year in a good market, mostly by one stock: no proof of skill, nor of the lack of it.
`
