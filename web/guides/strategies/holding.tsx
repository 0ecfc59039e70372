// The sections of the strategies guide on holding, buying in steps, and the costs of trading often.
import { formatMoney } from '@tengrand/core/money.ts'

import { Callout, Table, prose } from '../prose.tsx'
import { held, monthly, TradingCosts, weekly } from '../figures/trading-costs.tsx'

export const holding = prose`
  The simplest strategy is to buy shares of companies that you believe in and to keep them for
  years. You sell because your reasons have changed, not because the price has. There is little to
  do, costs are low, and gains have time to compound.

  The hard part is sitting still. Even companies that did very well over decades have lost half of
  their price or more on the way, some of them several times. Whoever sells in such a moment turns
  a loss on paper into a real one and misses the recovery, if there is one. And holding on helps
  only if the company lives up to its price in the end: a weak company that is held for long is
  still a weak company.

  **It suits** people with time and patience. **Its weakness:** long stretches in which it looks
  wrong.
`

export const steps = prose`
  Nobody knows whether today is a good day to buy. One answer is not to choose a day at all: you
  split your money and buy for the same amount at regular intervals. When the price is low, the
  same amount buys more shares.

  ${(
    <Table
      caption="$1,000 a month, in an invented example"
      columns={['Month', 'Price', 'Shares bought']}
      rows={[
        ['1', '$50.00', '20'],
        ['2', '$40.00', '25'],
        ['3', '$25.00', '40'],
        ['4', '$40.00', '25'],
        ['5', '$50.00', '20'],
        ['All', '$41.00 on average', '130'],
      ]}
    />
  )}

  The average of the five prices is $41.00, but your 130 shares cost only $38.46 each, because you
  bought more of them when they were cheap. At the final price they are worth $6,500. With all
  $5,000 spent in the first month, you would hold 100 shares worth $5,000.

  The example was chosen to make the point. Had the five prices been $20, $25, $40, $50 and $50,
  buying in steps would have ended with $7,750, and buying at once with $12,500. When prices
  mostly rise, waiting costs more than it saves. Buying in steps limits regret; it does not raise
  the return that you can expect.
`

export const costs = prose`
  Buy low, sell high: it sounds as if more trades meant more chances. But every trade with real
  money costs something. There may be a fee, there is almost always a gap between the price for
  buyers and the price for sellers, called the spread, and a gain that is realized may be taxed.
  The parts are small, and they add up.

  ${<TradingCosts />}

  In this example somebody who holds ends with ${formatMoney(held)}. Exchanging everything once a
  month leaves ${formatMoney(monthly)}, and once a week only ${formatMoney(weekly)}, less than
  there was at the start. Trading often must first earn its costs before it can earn anything for
  you.

  Barber and Odean, in a study published in 2000, looked at 66,465 households with accounts at an
  American discount broker from 1991 to 1996. Those that traded most earned 11.4% a year, while
  the market returned 17.9%.

  ${(
    <Callout title="Tengrand is kinder than a broker">
      Here there are no fees and no taxes, and the spread is two cents at most. A strategy of many
      small trades therefore looks better here than it would with real money.
    </Callout>
  )}
`
