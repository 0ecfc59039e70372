// What everything is worth, as the number that the page is about, and how it came to that.
import { rangeLabel, ranges, type Range } from '@tengrand/core/day.ts'
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince, type Return } from '@tengrand/core/valuation.ts'
import { useState } from 'react'
import { isTicker } from '@tengrand/core/tickers.ts'

import {
  useNetWorthHistory,
  usePortfolio,
  type Portfolio,
  useCurrentValue,
} from '../portfolio/queries.ts'
import { usePaths } from '../browser/paths.ts'
import { LiveMark } from '../market/quotes/quote-marks.tsx'
import { sinceStart, startOf } from '../portfolio/starting-cash.ts'
import { Today, valueBefore } from '../portfolio/today.tsx'
import { Card, MoreLink } from '../ui/card.tsx'
import { Gain, Missing, Money } from '../ui/money.tsx'
import { Moving } from '../ui/flash.tsx'
import { Ranges } from '../ui/ranges.tsx'
import { PerformanceChart } from '../portfolio/performance-chart.tsx'
import { PerformanceFigures } from '../portfolio/performance-figures.tsx'
import { useLogError } from '../browser/use-log-error.ts'
import { valueLine } from '../portfolio/value-line.ts'
import { useLivePortfolio } from '../portfolio/live-portfolio.ts'
import { useQuotes } from '../market/quotes/use-quote.ts'

export function PortfolioPanel() {
  const [range, setRange] = useState<Range>('1m')
  const { data, error, isPending } = useNetWorthHistory(range)
  useLogError(`The chart of ${rangeLabel(range)} could not be loaded.`, error)
  const now = useValueNow()
  const { data: portfolio } = usePortfolio()
  const value = now ?? (data ? fromDollars(data.metrics.current_value) : null)
  const line = data && value !== null ? valueLine(data, value) : null
  return (
    <Card className="flex flex-col">
      <div className="flex flex-col justify-between gap-x-6 gap-y-4 md:flex-row md:items-start">
        <Hero value={value} portfolio={portfolio} />
        <Ranges label="Range" choices={choices} value={range} onChange={setRange} />
      </div>
      <PerformanceChart
        range={range}
        line={line}
        start={startOf(portfolio)}
        isLoading={isPending}
      />
      <PerformanceFigures
        range={range}
        value={value}
        start={startOf(portfolio)}
        period={line?.period ?? null}
      />
    </Card>
  )
}

const choices = ranges.map((value) => ({ value, label: rangeLabel(value) }))

interface HeroProps {
  readonly value: Cents | null
  readonly portfolio: Portfolio | undefined
}

/** Each line is as high before its number is known as after. */
function Hero({ value, portfolio }: HeroProps) {
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

/** What the server says, until every price it depends on is heard live; null until it is known. */
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
