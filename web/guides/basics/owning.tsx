// The first half of the basics guide: what a share is, why prices move, bid and ask, gains and losses.
import { cents, formatMoney, times } from '@tengrand/core/money.ts'

import { paths } from '../../browser/paths.ts'
import { last, lowest, paid, quantity, ShareOverTime } from '../figures/share-over-time.tsx'
import { prose } from '../prose.tsx'
import { glossary } from '../../ui/glossary.tsx'
import { daily, prices, RoundTrips } from '../figures/round-trips.tsx'

export const owning = prose`
  A company can be divided into many equal parts. Each part is a share, and all of them together
  are its stock. If a company has one million shares and you own one hundred, one ten-thousandth
  of the company is yours.

  Being an owner has two sides. If the business does well, your part may become worth more, and
  some companies pay out part of their profit as a dividend. If it does badly, your part may
  become worth less; if the company fails, usually nothing is left for its shares. You cannot lose
  more than you paid for them, but you can lose all of it.

  Shares of large companies are traded on exchanges, under a short code called the ticker: AAPL is
  Apple, MSFT is Microsoft. Here you can trade sixteen of them, all listed on your
  [dashboard](${paths.dashboard}).
`

export const priceMoves = prose`
  No office sets the price of a share. The price is what a buyer and a seller last agreed on. When
  more people want to buy than to sell, buyers have to offer more and the price rises. When more
  want to sell, sellers have to accept less and it falls. What changes their minds is mostly news
  about the future:

  - **Results.** The company earns more or less than people expected.
  - **The economy.** When interest rates rise, a savings account becomes more attractive, and
    profits that lie far ahead are worth less today.
  - **The industry.** A new product or a new law touches many companies at once.
  - **The mood.** Fear and enthusiasm spread, and can carry prices far away from the facts.

  Expectations count for more than facts. A company can report a record profit and its price can
  fall, because people had hoped for even more. That is also why nobody can reliably say where a
  price goes next: what is widely known is already part of it.
`

export const gains = prose`
  Say you buy ${quantity} shares at ${formatMoney(paid)} and keep them for a year.

  ${<ShareOverTime />}

  After four months the shares are worth ${formatMoney(lowest.value)}, a loss of
  ${formatMoney(cents(0 - lowest.gain))} or ${0 - lowest.percent}%. As long as you hold them, the
  loss is **unrealized**: it stands on paper. It becomes real, or **realized**, when you sell.
  After a year the same shares are worth ${formatMoney(last.value)}, a gain of
  ${formatMoney(last.gain)}.

  The example ends well because we made it up. A price that has fallen need not recover, and some
  stocks never do.

  Percentages say more than dollars: gaining $120 on $800 is 15%, on $8,000 it is 1.5%.
`

const { price, bid, ask } = prices
const shares = 100
const lessAtOnce = times(cents(ask - price), shares)
const lessAfterSale = times(cents(ask - bid), shares)

export const sides = prose`
  At any moment a share has two prices. ${glossary.bid} ${glossary.ask} The gap between them is
  the **spread**: it pays those who always stand ready to trade. Here it is one cent, or two on
  real prices.

  Say a share is worth ${formatMoney(price)}, sells at ${formatMoney(bid)} and buys at
  ${formatMoney(ask)}. If you buy ${shares}, you are at once ${formatMoney(lessAtOnce)} behind. If
  you sell them again, ${formatMoney(lessAfterSale)} is gone, although no price has moved.

  ${<RoundTrips />}

  Whoever holds pays the spread once. Whoever trades back and forth pays it every time, in our
  example ${formatMoney(daily)} in a year of daily trades, and so loses unless prices move further
  than the spread.
`
