// The second half of the basics guide: time, risk, spreading, terms, and first steps.
import { cents, formatMoney } from '@tengrand/core/money.ts'

import { paths } from '../../browser/paths.ts'
import { glossary } from '../../ui/glossary.tsx'
import { Callout, PageLink } from '../prose.tsx'
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

export const time = (
  <>
    <p>
      A gain that stays invested can earn gains of its own. This is called compounding. Imagine{' '}
      {wholeDollars(start)} that grows {ratePercent}% every year. The first year brings{' '}
      {formatMoney(cents(afterOne - start))}. The second brings {ratePercent}% of{' '}
      {formatMoney(afterOne)}, which is {formatMoney(cents(afterTwo - afterOne))}, and so it goes
      on.
    </p>
    <Compounding />
    <p>
      After {years} years it has become {formatMoney(grown)}. If you take the gain out every year
      instead, you end with {formatMoney(takenOut)} in all. A rule of thumb: 72 divided by the
      yearly percentage is roughly the number of years in which money doubles: 10.3 at {ratePercent}
      %, where it really takes {yearsToDouble(ratePercent)}.
    </p>
    <Callout title="An example, not a forecast">
      No share grows evenly, and many do not grow at all. Prices in stores compound as well: at{' '}
      {inflationPercent}% inflation, what costs {wholeDollars(start)} today costs{' '}
      {formatMoney(dearer)} after {years} years.
    </Callout>
  </>
)

export const risk = (
  <>
    <p>
      Risk is not only the chance of losing everything. It is how far and how often the value
      swings, and whether you might have to sell at a bad moment. As a rule, the hope of higher
      returns comes with larger swings. Whoever promises high returns without risk is mistaken or
      lying.
    </p>
    <p>Three habits help:</p>
    <ul>
      <li>Invest only money that you will not need soon: the rent cannot wait for a recovery.</li>
      <li>Decide how much you are ready to lose before you buy, not while you are losing.</li>
      <li>Do not put everything into one stock.</li>
    </ul>
  </>
)

export const spreading = (
  <>
    <p>
      Every company can have bad luck of its own: a failed product, a lawsuit, a new rival. If you
      hold ten stocks in equal parts and one of them falls to nothing while the others stand still,
      you lose 10%. If you hold only that one, you lose everything. Spreading money like this is
      called diversification.
    </p>
    <p>
      It helps as far as the stocks differ. The sixteen here are mostly technology companies, which
      often rise and fall together. The guide to{' '}
      <PageLink to={paths.strategies}>trading strategies</PageLink> shows how far spreading helps.
    </p>
  </>
)

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

export const trying = (
  <>
    <ol>
      <li>
        Pick a company that you know on the <PageLink to={paths.dashboard}>dashboard</PageLink> and
        look at its last month. How far apart are its highest and its lowest price?
      </li>
      <li>
        Buy a few shares, for less than a tenth of your cash, and write down in one sentence why.
      </li>
      <li>
        Look at your <PageLink to={paths.portfolio}>portfolio</PageLink> a week later. Were you
        right, and was it for the reason that you wrote down?
      </li>
    </ol>
    <p>
      Being wrong costs nothing here. For the buttons, read{' '}
      <PageLink to={paths.platform}>how to use Tengrand</PageLink>.
    </p>
  </>
)
