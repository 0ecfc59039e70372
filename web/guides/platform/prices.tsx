// The sections of the platform guide on finding a stock, price sources, and the age of a price.
import type { MarketSource } from '../../session/session-store.ts'
import { paths } from '../../browser/paths.ts'
import { useMarketSource } from '../../session/price-source.tsx'
import { Callout, prose } from '../prose.tsx'

export const finding = prose`
  Your [dashboard](${paths.dashboard}) shows your value, holdings, latest transactions and the top
  three traders. Its Market card lists all sixteen stocks.

  Choose a stock there, or search for its name or ticker, such as Tesla or TSLA. Its page has a
  chart and the form to trade it.
`

export function Sources() {
  return (
    <>
      <p>There are two kinds of market:</p>
      <ul>
        <li>
          <strong>The simulated market</strong> is the usual one. Its prices are computed each
          second and behave like real ones, but ignore real news.
        </li>
        <li>
          <strong>Real prices</strong> come from Alpaca, every 15 seconds, or from Yahoo, every 5
          minutes, while the market is open. We check the price again for every order.
        </li>
      </ul>
      <p>
        The simulated market is usually open day and night. Real prices keep the hours of the New
        York Stock Exchange: 9:30 AM to 4:00 PM New York time, Monday to Friday, except holidays,
        and until 1:00 PM on a few short days. While the market is closed, you see the last price
        and can't trade.
      </p>
      <Callout title="Which one is this?">{whichOf(useMarketSource())}</Callout>
    </>
  )
}

function whichOf(source: MarketSource | null): string {
  if (source === null) return "This server hasn't told us yet."
  const { market, hours } = source
  if (market === 'alpaca') return 'This server shows real prices from the IEX by Alpaca.'
  if (market === 'yahoo') return 'This server shows real prices from Yahoo.'
  return hours === 'always'
    ? 'This server runs the simulated market, day and night. Its prices are made up.'
    : 'This server runs the simulated market in the hours of the exchange. Its prices are made up.'
}

export const freshness = prose`
  The word Live means that prices update on their own. A price counts as fresh for three hours,
  and the hours when the market is closed don't count. If it is older, the page of the stock says
  so: “Price data is 5.2 hours old. Fresh data updates every 3 hours during market hours.”

  You can't trade at a price that is more than 2 minutes old. With real prices, your order waits
  up to 8 seconds for a new one. If none comes, nothing is traded. We never guess a price.
`
