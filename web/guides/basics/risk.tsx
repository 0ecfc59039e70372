// The second half of the basics guide: time, risk, spreading, terms, and first steps.
import { cents, formatMoney } from '@tengrand/core/money.ts'

import { paths } from '../../browser/paths.ts'
import { glossary } from '../../ui/glossary.tsx'
import { Callout, prose, TryNow } from '../prose.tsx'
import {
  compounded,
  Compounding,
  grown,
  ratePercent,
  start,
  takenOut,
  years,
} from '../figures/compounding.tsx'
import { wholeDollars } from '../figures/figure.tsx'

const [, afterOne = start, afterTwo = start] = compounded(start, ratePercent, 2)
const inflationPercent = 3
const dearer = compounded(start, inflationPercent, years).at(-1) ?? start

export const time = prose`
  A gain that you leave invested can earn gains of its own. This is called **compounding**.
  Imagine ${wholeDollars(start)} that grows ${ratePercent}% every year. The first year brings
  ${formatMoney(cents(afterOne - start))}. The second brings ${ratePercent}% of
  ${formatMoney(afterOne)}, which is ${formatMoney(cents(afterTwo - afterOne))}, and so on.

  ${<Compounding />}

  After ${years} years it has become ${formatMoney(grown)}. If you take the gain out every year
  instead, you end with ${formatMoney(takenOut)} in all.

  ${(
    <Callout title="An example, not a forecast">
      No share grows evenly, and many don't grow at all. Store prices grow like that too. At{' '}
      {inflationPercent}% inflation, what costs {wholeDollars(start)} today costs{' '}
      {formatMoney(dearer)} after {years} years.
    </Callout>
  )}
`

export const risk = prose`
  Risk is how far and how often the value of what you own swings. Higher returns usually come with
  larger swings. People who promise high returns without risk are mistaken or lying.

  Three habits help:

  - Invest only money that you won't need soon. The rent can't wait for a recovery.
  - Decide how much you are ready to lose before you buy, not while you are losing.
  - Don't put everything into one stock.
`

export const spreading = prose`
  Every company can have bad luck. Put a tenth of your money in each of ten stocks. If one falls
  to nothing, you lose a tenth. Hold only that one, and you lose everything. Spreading your money
  like this is called **diversification**.

  It helps most when the stocks differ. [Trading Strategies](${paths.strategies}) shows how far it
  helps.
`

const meanings = [
  ['Portfolio', 'Everything you own here, your shares and your cash together.'],
  ['Market value', glossary['market value']],
  ['Average price', glossary['average price']],
  ['Allocation', glossary.allocation],
  ['ROI', `${glossary.ROI} Here $10,500 is an ROI of 5%.`],
]

export const terms = (
  <dl className="mt-4 grid gap-3">
    {meanings.map(([term, meaning]) => (
      <div key={term}>
        <dt className="font-semibold">{term}</dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
)

export const trying = prose`
  1. Pick a company you know and look at its last month. How far apart are its highest and its
    lowest price?
  1. Buy a few shares, for less than a tenth of your cash. Write down in one sentence why.
  1. Look at your [portfolio](${paths.portfolio}) a week later. Were you right, and for the reason
    you wrote down?

  Being wrong costs nothing here. For the buttons, read [how to use Tengrand](${paths.platform}).

  ${<TryNow to={paths.dashboard} />}
`
