// Marks beside live prices: Live and the price source, and the change of a stock today.
import { isTicker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import { useConnectionLost } from '../../browser/connection.ts'
import { PriceSource } from '../../session/price-source.tsx'
import { GainPercent, Missing } from '../../ui/money.tsx'
import { useLive, useQuote } from './use-quote.ts'

/** A stale price is not marked as live. The space of the mark stays reserved, so that nothing moves. */
export function LiveMark({ isFresh = true }: { isFresh?: boolean }) {
  const lost = useConnectionLost()
  // The stream notices a lost connection late, so the state of the connection counts too.
  const live = useLive() && !lost
  return (
    <span className="inline-flex items-baseline gap-3 text-12">
      {isFresh && (
        <span
          className={`inline-flex items-baseline gap-1.5 font-medium text-accent ${live ? '' : 'invisible'}`}
        >
          <span aria-hidden="true" className="size-1.5 self-center rounded-full bg-accent" />
          Live
        </span>
      )}
      <PriceSource />
    </span>
  )
}

export function TodayChange({ ticker }: { ticker: string }) {
  const quote = useQuote(isTicker(ticker) ? ticker : null)
  if (!quote || quote.previousClose === null) return <Missing />
  const { amount, percent } = returnSince(quote.previousClose, quote.price)
  return <GainPercent value={percent} amount={amount} />
}
