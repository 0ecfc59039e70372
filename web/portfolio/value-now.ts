// What everything is worth at this moment: what the server says, until every price it depends on is heard live.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'

import { useCurrentValue } from './queries.ts'
import { useLivePortfolio } from './live-portfolio.ts'
import { useQuotes } from '../market/quotes/use-quote.ts'
import { useLogError } from '../browser/use-log-error.ts'

/** Null until it is known. */
export function useValueNow(): Cents | null {
  const quotes = useQuotes()
  const { data: counted, error } = useCurrentValue()
  const { data: portfolio } = useLivePortfolio()
  useLogError('The value of the portfolio could not be loaded.', error)
  const held = portfolio?.holdings ?? []
  const isLive = ({ ticker }: { ticker: string }): boolean =>
    isTicker(ticker) && quotes.get(ticker) !== null
  const dollars =
    held.length > 0 && held.every(isLive)
      ? portfolio?.total_value
      : (counted?.value ?? portfolio?.total_value)
  return dollars === undefined ? null : fromDollars(dollars)
}
