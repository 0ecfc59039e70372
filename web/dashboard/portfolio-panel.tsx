// The first card of the dashboard: the value of the portfolio as the large number, its change, and its performance.
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { returnSince, type Return } from '@tengrand/core/valuation.ts'

import { useLogError } from '../browser/log.ts'
import { usePaths } from '../browser/paths.ts'
import { LiveMark } from '../market/quotes/quote-marks.tsx'
import { useQuotes } from '../market/quotes/use-quote.ts'
import { useLivePortfolio } from '../portfolio/live-portfolio.ts'
import { Performance, usePerformance } from '../portfolio/performance.tsx'
import { useCurrentValue, usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { sinceStart, startOf, Today, valueBefore } from '../portfolio/returns.tsx'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { Gain, Missing, Money } from '../ui/money.tsx'
import { Moving } from '../ui/flash.tsx'

export function PortfolioPanel() {
  const { ranged, ...shown } = usePerformance('1m')
  const now = useValueNow()
  const { data: portfolio } = usePortfolio()
  const metrics = shown.history.data?.metrics
  const value = now ?? (metrics ? fromDollars(metrics.current_value) : null)
  return (
    <Card className="flex flex-col">
      <div className="flex flex-col justify-between gap-x-6 gap-y-4 md:flex-row md:items-start">
        <Hero value={value} portfolio={portfolio} />
        {ranged}
      </div>
      <Performance {...shown} value={value} start={startOf(portfolio)} />
    </Card>
  )
}

/** Each line has the same height before its number is loaded. */
function Hero({ value, portfolio }: { value: Cents | null; portfolio: Portfolio | undefined }) {
  const paths = usePaths()
  const gain = value === null ? null : returnSince(startOf(portfolio), value)
  return (
    <div className="min-w-0">
      <div className="flex items-baseline gap-3 text-muted">
        <h2>Portfolio value</h2>
        <LiveMark />
      </div>
      <p className="min-h-12 text-[clamp(1.875rem,11vw,2.75rem)]/12 font-semibold tracking-tight wrap-anywhere">
        <Moving value={value}>{value === null ? <Missing /> : <Money amount={value} />}</Moving>
      </p>
      <p className="mt-2 flex flex-col items-start gap-x-2 gap-y-1 text-muted xl:flex-row xl:items-center">
        <span
          className={`inline-flex min-h-7 items-center rounded-full px-2.5 ${gain ? softly(gain) : 'bg-sunken'}`}
        >
          {gain ? <Gain {...gain} /> : '—'}
        </span>
        <span>
          {sinceStart(portfolio)} <MoreLink to={paths.insights}>Why?</MoreLink>
        </span>
      </p>
      <p className="mt-2 min-h-5">
        <Today now={value} before={valueBefore(portfolio)} />
      </p>
    </div>
  )
}

const softly = ({ amount }: Return): string => (amount < 0 ? 'bg-loss-soft' : 'bg-gain-soft')

/** The server's value until all prices it depends on are live; null while it is loading. */
function useValueNow(): Cents | null {
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
