// How much a stock has gained or lost today, which moves with its live price.
import { isTicker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import { GainPercent, Missing } from '../../ui/money.tsx'
import { useQuote } from './use-quote.ts'

export function TodayChange({ ticker }: { ticker: string }) {
  const quote = useQuote(isTicker(ticker) ? ticker : null)
  if (!quote || quote.previousClose === null) return <Missing />
  const { amount, percent } = returnSince(quote.previousClose, quote.price)
  return <GainPercent value={percent} amount={amount} />
}
