// What compounding does over the years, and what it does not promise.
import { cents, formatMoney } from '@tengrand/core/money.ts'

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
import { Callout } from '../prose.tsx'

const [, afterOne = start, afterTwo = start] = compounded(start, ratePercent, 2)
const inflationPercent = 3
const dearer = compounded(start, inflationPercent, years).at(-1) ?? start

export function Time() {
  return (
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
        yearly percentage is roughly the number of years in which money doubles: 10.3 at{' '}
        {ratePercent}%, where it really takes {yearsToDouble(ratePercent)}.
      </p>
      <Callout title="An example, not a forecast">
        No share grows evenly, and many do not grow at all. Prices in stores compound as well: at{' '}
        {inflationPercent}% inflation, what costs {wholeDollars(start)} today costs{' '}
        {formatMoney(dearer)} after {years} years.
      </Callout>
    </>
  )
}
