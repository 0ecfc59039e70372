// How much a stock has gained or lost today, which moves with its live price.
import { cents, percent } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'

import { GainPercent } from '../ui/money.tsx'
import { useQuote } from './use-quote.ts'

export function TodayChange({ ticker }: { ticker: string }) {
  const quote = useQuote(isTicker(ticker) ? ticker : null)
  if (!quote || quote.previousClose === null) return <span className="text-muted">—</span>
  const { price, previousClose } = quote
  const change = cents(price - previousClose)
  return <GainPercent value={percent(change, previousClose)} amount={change} />
}
