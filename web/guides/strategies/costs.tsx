// What it costs to trade often, where trades cost something.
import { formatMoney } from '@tengrand/core/money.ts'

import { held, monthly, TradingCosts, weekly } from '../figures/trading-costs.tsx'
import { Callout } from '../prose.tsx'

export function Costs() {
  return (
    <>
      <p>
        Buy low, sell high: it sounds as if more trades meant more chances. But every trade with
        real money costs something. There may be a fee, there is almost always a gap between the
        price for buyers and the price for sellers, called the spread, and a gain that is realized
        may be taxed. The parts are small, and they add up.
      </p>
      <TradingCosts />
      <p>
        In this example somebody who holds ends with {formatMoney(held)}. Exchanging everything once
        a month leaves {formatMoney(monthly)}, and once a week only {formatMoney(weekly)}, less than
        there was at the start. Trading often must first earn its costs before it can earn anything
        for you.
      </p>
      <p>
        Barber and Odean, in a study published in 2000, looked at 66,465 households with accounts at
        an American discount broker from 1991 to 1996. Those that traded most earned 11.4% a year,
        while the market returned 17.9%.
      </p>
      <Callout title="Tengrand is kinder than a broker">
        Here there are no fees and no taxes, and the spread is two cents at most. A strategy of many
        small trades therefore looks better here than it would with real money.
      </Callout>
    </>
  )
}
