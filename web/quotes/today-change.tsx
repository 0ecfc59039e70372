// How much a stock, or a whole portfolio, has gained or lost today, which moves with the live prices.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import type { Portfolio } from '../learner-queries.ts'
import { Gain, GainPercent } from '../ui/money.tsx'
import { useQuote } from './use-quote.ts'

export function TodayChange({ ticker }: { ticker: string }) {
  const quote = useQuote(isTicker(ticker) ? ticker : null)
  if (!quote || quote.previousClose === null) return <span className="text-muted">—</span>
  const { amount, percent } = returnSince(quote.previousClose, quote.price)
  return <GainPercent value={percent} amount={amount} />
}

interface TodayProps {
  readonly now: Cents | null
  /** At the last close of the day before. */
  readonly before: Cents | null
}

/** In dollars and percent; nothing where one of the two is not known. */
export function Today({ now, before }: TodayProps) {
  if (now === null || before === null) return null
  return (
    <span className="text-muted">
      <Gain {...returnSince(before, now)} /> <span className="ml-1">today</span>
    </span>
  )
}

/** What the change of the day of a portfolio is counted from. */
export const valueBefore = (portfolio: Portfolio | undefined): Cents | null =>
  portfolio && portfolio.previous_value !== null ? fromDollars(portfolio.previous_value) : null
