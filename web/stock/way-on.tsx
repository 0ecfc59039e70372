// The way on from an unknown term: a link to the stock that was probably meant, or else to all stocks.
import { guessTicker } from '@tengrand/core/guess-ticker.ts'
import { companyName } from '@tengrand/core/tickers.ts'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'

export default function WayOn({ term }: { term: string }) {
  const ticker = guessTicker(term)
  const paths = usePaths()
  return (
    <p className="mt-5 text-15">
      <Link
        to={ticker ? paths.stock(ticker) : paths.market}
        className="font-medium text-accent underline"
      >
        {ticker ? `Did you mean ${companyName(ticker)} (${ticker})?` : 'See all 16 stocks'}
      </Link>
    </p>
  )
}
