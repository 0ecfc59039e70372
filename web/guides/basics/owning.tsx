// The first half of the basics guide: what a share is, why prices move, bid and ask, gains and losses.
import { cents, formatMoney, times } from '@tengrand/core/money.ts'

import { paths } from '../../browser/paths.ts'
import { last, lowest, paid, quantity, ShareOverTime } from '../figures/share-over-time.tsx'
import { prose } from '../prose.tsx'
import { glossary } from '../../ui/glossary.tsx'
import { daily, prices, RoundTrips } from '../figures/round-trips.tsx'

export const owning = prose`
  A company can be divided into many equal parts. Each part is a **share**, and all of them
  together are its **stock**. Own a share, and a small part of the company is yours.

  If the business does well, your part may become worth more. Some companies also pay out part of
  their profit as a **dividend**. If the business does badly, your part may become worth less, or
  even nothing. You can lose all you paid, but never more.

  Each stock has a short code, the **ticker**. AAPL is Apple, MSFT is Microsoft. Here you can
  trade sixteen of them, all listed on your [dashboard](${paths.dashboard}).
`

export const priceMoves = prose`
  Nobody sets the price of a share. It is what a buyer and a seller last agreed on. When more
  people want to buy than to sell, the price rises. When more want to sell, it falls. What changes
  their minds is mostly news:

  - **Results.** Once a quarter, a company reports what it earned. It may be more or less than
    people expected.
  - **The economy.** When interest rates rise, savings accounts pay more, so shares look less
    attractive.
  - **The mood.** Fear and excitement spread, and can carry prices far from the facts.

  A company can report a record profit and its price can still fall, because people had hoped for
  more. What everyone knows is already in the price. That's why nobody can reliably say where it
  goes next.
`

export const gains = prose`
  Say you buy ${quantity} shares at ${formatMoney(paid)} and keep them for a year.

  ${<ShareOverTime />}

  After four months the shares are worth ${formatMoney(lowest.value)}, a loss of
  ${formatMoney(cents(0 - lowest.gain))} or ${0 - lowest.percent}%. While you hold them, the loss
  is **unrealized**. It becomes **realized** when you sell. After a year the same shares are worth
  ${formatMoney(last.value)}, an unrealized gain of ${formatMoney(last.gain)}.

  This example ends well because we made it up. A price that has fallen may never recover.
`

const { price, bid, ask } = prices
const shares = 100
const lessAfterBuy = times(cents(ask - price), shares)
const lessAfterSale = times(cents(ask - bid), shares)

export const sides = prose`
  At any moment a share has two prices. ${glossary.bid} ${glossary.ask} The gap between them is
  the **spread**. In the simulated market it is one cent at most, with real prices two.

  Say prices are real and a share is worth ${formatMoney(price)}. You can sell it at ${formatMoney(bid)} and buy it at
  ${formatMoney(ask)}. Buy ${shares}, and you start ${formatMoney(lessAfterBuy)} down. Sell them
  again, and ${formatMoney(lessAfterSale)} is gone, although the price never moved.

  ${<RoundTrips />}

  Buy and hold, and you pay the spread once. Trade back and forth, and you pay it every time. With
  real prices, a year of daily trades would cost ${formatMoney(daily)}.
`
