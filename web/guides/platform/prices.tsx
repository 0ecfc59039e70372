// The sections of the platform guide on finding a stock, price sources, and the age of a price.
import { openStartingWords } from '@tengrand/core/contest.ts'

import type { MarketSource } from '../../session/session-store.ts'
import { paths } from '../../browser/paths.ts'
import { useMarketSource } from '../../session/price-source.tsx'
import { Callout, prose } from '../prose.tsx'

export const finding = prose`
  Your [dashboard](${paths.dashboard}) shows what everything you have is worth right now, your
  gain or loss against ${openStartingWords}, a chart of your value, your holdings, your latest ten
  transactions and the three learners with the highest return. Its Market card lists all sixteen
  stocks with their price and today’s change.

  Choose a stock there, or use the search box in the header: type part of a ticker or name. Each
  stock has a page of its own, with its current price, a chart of the past 7 days (7D) to a year
  (1Y), and the form to trade it.
`

export function Sources() {
  return (
    <>
      <p>Whoever runs Tengrand chooses one of two kinds of market:</p>
      <ul>
        <li>
          <strong>The simulated market</strong>, unless something else is set up. The prices are
          computed, second by second. They behave like real ones, but know nothing of real news.
        </li>
        <li>
          <strong>A provider of real prices</strong>: Alpaca, which we ask every 15 seconds, or
          Yahoo, which we ask every 5 minutes, while the market is open, and once more for each
          order.
        </li>
      </ul>
      <p>
        The simulated market is open day and night, every day, unless it is told to keep the hours
        of the New York Stock Exchange. Real prices always keep them: 9:30 AM to 4:00 PM New York
        time, Monday to Friday, without the exchange’s holidays, and until 1:00 PM on a few short
        days. While the market is closed, the last price stands and nothing is traded.
      </p>
      <Callout title="Which one is this?">{whichOf(useMarketSource())}</Callout>
    </>
  )
}

function whichOf(source: MarketSource | null): string {
  if (source === null) return 'This server has not said it yet.'
  const { market, hours } = source
  if (market === 'alpaca') return 'This server shows real prices, those of the IEX by Alpaca.'
  if (market === 'yahoo') return 'This server shows real prices, by Yahoo.'
  return hours === 'always'
    ? 'This server runs the simulated market, day and night. Its prices are invented.'
    : 'This server runs the simulated market in the hours of the exchange. Its prices are invented.'
}

export const freshness = prose`
  The word Live beside prices means that changes arrive by themselves, within a second or so of
  the server knowing them.

  A price counts as fresh for three hours, and for as long as the market has been closed since it
  was taken. If it is older, the page of the stock says so: “Price data is 5.2 hours old. Fresh
  data updates every 3 hours during market hours.” For a trade we are stricter: a price that is
  more than 2 minutes old is not traded on. Where prices come from a provider, an order waits
  until we have asked for a new one, a second or a few, and gets that. If none comes within 8
  seconds, the order is refused and nothing has happened. A price that we do not have is never
  guessed.
`
