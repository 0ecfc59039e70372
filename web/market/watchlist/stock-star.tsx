// The star beside the name on the page of a stock.
import type { Ticker } from '@tengrand/core/tickers.ts'

import { StarButton } from './star.tsx'
import { useWatchlist } from './watchlist.ts'

/** No higher than the line that it stands in. */
export default function StockStar({ ticker }: { ticker: Ticker }) {
  return <StarButton {...useWatchlist()} ticker={ticker} className="-my-3" />
}
