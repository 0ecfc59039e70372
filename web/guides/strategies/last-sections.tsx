// The last sections of the strategies guide: a plan on one page, and how to read the insights.
import { paths } from '../../browser/paths.ts'
import { prose, TryNow } from '../prose.tsx'

export const plan = prose`
  Before your next trade, answer these on paper:

  1. What am I buying, and why should it be worth more than its price?
  1. How long do I want to hold it?
  1. How much of my portfolio will it be?
  1. What would show me that I was wrong, and what do I do then?
  1. What else do I hold that would fall with it?

  Then trade, and leave it alone until one of your answers changes. Your
  [transactions](${paths.transactions}) say what you did. Only your notes say why.
`

/** The five ways to read a result. */
export const skill = prose`
  Once you have made a few trades, [Insights](${paths.insights}) looks at your result in five
  ways:

  - **The market.** How would your starting cash have done, split equally across all sixteen
    stocks on day one? Beating that is the first test.
  - **What drove it.** Did one stock earn most of it? Would your reason for buying it hold again?
  - **What if.** What if you'd never sold, or never traded after your first day? If that did
    better, trading cost you money.
  - **Luck.** How many random stock pickers did you beat? If you landed where nine in ten of them
    did, luck alone could explain your result.
  - **Habits.** How big was your biggest drop, how much cash did you keep, and how many stocks did
    you spread your money over?

  A good year in a good market, mostly thanks to one stock, doesn't prove skill. It doesn't rule
  it out either.

  ${<TryNow to={paths.insights} />}
`
