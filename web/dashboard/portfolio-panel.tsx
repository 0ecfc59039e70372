// The first card of the dashboard: the value of the portfolio as the large number, its change, and its performance.
import { dayLeaderOf } from '@tengrand/core/day-leader.ts'
import { cents, fromDollars, times, type Cents } from '@tengrand/core/money.ts'
import { isTicker } from '@tengrand/core/tickers.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import { useLogError } from '../browser/log.ts'
import { usePaths } from '../browser/paths.ts'
import { LiveMark } from '../market/quotes/quote-marks.tsx'
import { useQuotes } from '../market/quotes/use-quote.ts'
import { useLivePortfolio } from '../portfolio/live-portfolio.ts'
import { Performance, usePerformance } from '../portfolio/performance.tsx'
import { useCurrentValue, usePortfolio, type Portfolio } from '../portfolio/queries.ts'
import { Today, useSinceStart, useStart, valueBefore } from '../portfolio/returns.tsx'
import { Card } from '../ui/card.tsx'
import { MoreLink } from '../ui/text-actions.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { Moving } from '../ui/flash.tsx'

interface PortfolioPanelProps {
  /** Before the first trade every change is zero, which the required figures say often enough. */
  readonly isNewcomer?: boolean
}

export function PortfolioPanel({ isNewcomer = false }: PortfolioPanelProps) {
  const { ranged, ...shown } = usePerformance('1m')
  const now = useValueNow()
  const { data: portfolio } = usePortfolio()
  const metrics = shown.history.data?.metrics
  const value = now ?? (metrics ? fromDollars(metrics.current_value) : null)
  return (
    <Card className="flex flex-col">
      <div className="grid gap-x-6 md:grid-cols-[minmax(0,1fr)_auto]">
        <Value value={value} />
        <Change {...{ value, portfolio, isNewcomer }} />
        <div className="max-md:mt-4 md:col-start-2 md:row-start-1">{ranged}</div>
      </div>
      <Performance {...shown} value={value} start={useStart(portfolio)} />
    </Card>
  )
}

function Value({ value }: { value: Cents | null }) {
  return (
    <div className="min-w-0">
      <div className="flex items-baseline gap-3 text-muted">
        <h2>Portfolio value</h2>
        <LiveMark />
      </div>
      <p className="mt-2 min-h-12 text-[clamp(1.875rem,11vw,2.75rem)]/12 font-semibold tracking-tight wrap-anywhere">
        <Moving value={value}>
          <Money amount={value} />
        </Moving>
      </p>
    </div>
  )
}

interface ChangeProps extends Required<PortfolioPanelProps> {
  readonly value: Cents | null
  readonly portfolio: Portfolio | undefined
}

/**
 * The change since the start and since the last close. Each has its height before its number is loaded. They stand above
 * the upper edge of the chart, which would cover the link.
 */
function Change({ value, portfolio, isNewcomer }: ChangeProps) {
  const paths = usePaths()
  const before = valueBefore(portfolio)
  const start = useStart(portfolio)
  const since = useSinceStart(portfolio)
  return (
    <div className="relative z-1 mt-1.5 flex flex-col gap-x-4 gap-y-1 text-15 md:col-span-2 xl:flex-row">
      <p className="min-h-5.5 text-muted">
        {value === null ? '—' : <Gain {...returnSince(start, value)} isZeroGain />}{' '}
        {/* A line of its own on a phone, where a wider number would otherwise move all below it. */}
        <span className="max-sm:block">
          {since} {!isNewcomer && <MoreLink to={paths.insights}>Why?</MoreLink>}
        </span>
      </p>
      {!isNewcomer && (
        <p className="min-h-5.5 text-muted max-sm:min-h-11">
          <Today now={value} before={before} />
          {value !== null && before !== null && <DayLeader change={cents(value - before)} />}
        </p>
      )}
    </div>
  )
}

/** The stock with the largest part in the change of the day. */
function DayLeader({ change }: { change: Cents }) {
  const quotes = useQuotes()
  const { data } = useLivePortfolio()
  const parts = (data?.holdings ?? []).map(({ ticker, quantity, market_value }) => {
    const close = isTicker(ticker) && quotes.get(ticker)?.previousClose
    return { ticker, amount: cents(close ? fromDollars(market_value) - times(close, quantity) : 0) }
  })
  const leader = dayLeaderOf(change, parts)
  return leader !== null && `, led by ${leader}`
}

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
