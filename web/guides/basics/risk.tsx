// The second half of the basics guide: time, risk, spreading, terms, and first steps.
import { cents, formatMoney } from '@tengrand/core/money.ts'

import { paths } from '../../browser/paths.ts'
import { glossary } from '../../ui/glossary.tsx'
import { Callout, prose } from '../prose.tsx'
import {
  compounded,
  Compounding,
  grown,
  ratePercent,
  start,
  takenOut,
  years,
  yearsToDouble,
} from '../figures/compounding.tsx'
import { wholeDollars } from '../figures/figure.tsx'

const [, afterOne = start, afterTwo = start] = compounded(start, ratePercent, 2)
const inflationPercent = 3
const dearer = compounded(start, inflationPercent, years).at(-1) ?? start

export const time = prose`
  A gain that stays invested can earn gains of its own. This is called compounding. Imagine
  ${wholeDollars(start)} that grows ${ratePercent}% every year. The first year brings
  ${formatMoney(cents(afterOne - start))}. The second brings ${ratePercent}% of
  ${formatMoney(afterOne)}, which is ${formatMoney(cents(afterTwo - afterOne))}, and so it goes
  on.

  ${<Compounding />}

  After ${years} years it has become ${formatMoney(grown)}. If you take the gain out every year
  instead, you end with ${formatMoney(takenOut)} in all. A rule of thumb: 72 divided by the yearly
  percentage is roughly the number of years in which money doubles: 10.3 at ${ratePercent}%, where
  it really takes ${yearsToDouble(ratePercent)}.

  ${(
    <Callout title="An example, not a forecast">
      No share grows evenly, and many do not grow at all. Prices in stores compound as well: at{' '}
      {inflationPercent}% inflation, what costs {wholeDollars(start)} today costs{' '}
      {formatMoney(dearer)} after {years} years.
    </Callout>
  )}
`

export const risk = prose`
  Risk is not only the chance of losing everything. It is how far and how often the value swings,
  and whether you might have to sell at a bad moment. As a rule, the hope of higher returns comes
  with larger swings. Whoever promises high returns without risk is mistaken or lying.

  Three habits help:

  - Invest only money that you will not need soon: the rent cannot wait for a recovery.
  - Decide how much you are ready to lose before you buy, not while you are losing.
  - Do not put everything into one stock.
`

export const spreading = prose`
  Every company can have bad luck of its own: a failed product, a lawsuit, a new rival. If you
  hold ten stocks in equal parts and one of them falls to nothing while the others stand still,
  you lose 10%. If you hold only that one, you lose everything. Spreading money like this is
  called diversification.

  It helps as far as the stocks differ. The sixteen here are mostly technology companies, which
  often rise and fall together. The guide to [trading strategies](${paths.strategies}) shows how
  far spreading helps.
`

const meanings = [
  ['Portfolio', 'Everything you hold: your shares and your cash together.'],
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
  1. Pick a company that you know on the [dashboard](${paths.dashboard}) and look at its last
    month. How far apart are its highest and its lowest price?
  1. Buy a few shares, for less than a tenth of your cash, and write down in one sentence why.
  1. Look at your [portfolio](${paths.portfolio}) a week later. Were you right, and was it for the
    reason that you wrote down?

  Being wrong costs nothing here. For the buttons, read [how to use Tengrand](${paths.platform}).
`
