// The sections of the strategies guide on holding, buying in steps, and the costs of trading often.
import { formatMoney } from '@tengrand/core/money.ts'

import { Callout, Table, prose } from '../prose.tsx'
import { held, monthly, TradingCosts, weekly } from '../figures/trading-costs.tsx'

export const holding = prose`
  The simplest strategy is to buy shares of companies you believe in and keep them for years. You
  sell when your reasons change, not when the price does. It's little work, costs stay low, and
  gains have time to compound.

  The hard part is sitting still. Even companies that did very well over decades lost half of
  their price or more on the way, some of them several times. Sell in such a moment, and you lock
  in the loss and miss any recovery. But a weak company that you hold for long is still a weak
  company.
`

export const steps = prose`
  Nobody knows whether today is a good day to buy. So don't choose a day. Split your money and buy
  for the same amount every month. When the price is low, the same amount buys more shares.

  ${(
    <Table
      caption="$1,000 a month, in a made-up example"
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
  bought more of them when they were cheap. At the final price they are worth $6,500. If you had
  spent all $5,000 in the first month, you would hold 100 shares worth $5,000.

  We chose this example to make the point. If the five prices had been $20, $25, $40, $50 and $50,
  buying in steps would have ended with $7,750, and buying everything in the first month with
  $12,500. When prices mostly rise, waiting costs more than it saves.
`

export const costs = prose`
  With real money every trade costs something. There may be a fee, there is almost always a
  spread, and a realized gain may be taxed. These costs are small, but they add up.

  ${<TradingCosts />}

  In this example, holding ends with ${formatMoney(held)}. Swapping all your stocks once a month
  leaves ${formatMoney(monthly)}, and once a week only ${formatMoney(weekly)}, less than you
  started with.

  A study of 66,465 American households from 1991 to 1996 (Barber and Odean, 2000) found that
  those that traded most earned 11.4% a year. The market returned 17.9%.

  ${(
    <Callout title="Tengrand is kinder than a broker">
      Here there are no fees and no taxes, and the spread is two cents at most. Many small trades
      look better here than they would with real money.
    </Callout>
  )}
`
