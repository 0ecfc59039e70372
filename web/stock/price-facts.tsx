// The facts below the chart of a stock: the range of today, the range of a year, and the day of the earnings report.
import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { useEarnings, usePriceHistory, type Earnings } from '../market/prices.ts'
import { dayAndMonth } from '../ui/line-chart-scale.ts'
import { Hint } from '../ui/tip.tsx'
import { Figure } from './own-stock.tsx'
import { extentOf, pointsOfToday, type Extent } from './price-extent.ts'
import { priceLine, type PriceNow } from './price-line.ts'

interface PriceFactsProps {
  readonly ticker: Ticker
  readonly now: PriceNow
}

export function PriceFacts({ ticker, now }: PriceFactsProps) {
  const week = usePriceHistory(ticker, '7d')
  const yearly = usePriceHistory(ticker, '1y')
  const { data: earnings } = useEarnings(ticker)
  const pointsOf = ({ data }: typeof week) => (data && priceLine(data, now)?.points) ?? []
  const today = pointsOfToday(pointsOf(week))
  const year = pointsOf(yearly)
  // The year has closes, and the day may go beyond all of them.
  const points = year.length > 1 ? [...year, ...today] : []
  return (
    <dl className="mt-3 grid gap-x-8 gap-y-3 border-t border-line pt-4 tabular-nums empty:hidden sm:grid-cols-3">
      <RangeFact
        name="Today's range"
        isLoading={week.isPending}
        extent={extentOf(today)}
        price={now.price}
      />
      <RangeFact
        name="52-week range"
        isLoading={yearly.isPending}
        extent={extentOf(points)}
        price={now.price}
      />
      {earnings && <EarningsFact earnings={earnings} now={now.at} />}
    </dl>
  )
}

interface RangeFactProps {
  readonly name: string
  readonly isLoading: boolean
  readonly extent: Extent | null
  readonly price: Cents
}

/** Has its height while it is loading; nothing where the range is not known. */
function RangeFact({ name, isLoading, extent, price }: RangeFactProps) {
  if (extent === null && !isLoading) return null
  const { low = price, high = price } = extent ?? {}
  const part = high === low ? 0.5 : (price - low) / (high - low)
  return (
    <Figure look="sm:block" name={name}>
      {extent ? `${formatMoney(low)} – ${formatMoney(high)}` : '\u00A0'}
      <span aria-hidden="true" className="relative mt-2 block border-t-2 border-line max-sm:hidden">
        <span
          className="absolute -top-[0.3125rem] -ml-1 rounded-full border-4 border-ink"
          style={{ left: `${100 * part}%` }}
        />
      </span>
    </Figure>
  )
}

function EarningsFact({ earnings, now }: { earnings: Earnings; now: number | null }) {
  const { next, past } = earnings
  const last = past.at(-1)
  if (next === null && last === undefined) return null
  return (
    <Figure look="sm:block" name={<Hint words={aboutReports}>Earnings</Hint>}>
      {next === null ? lastReport(last ?? '', now) : `Reports earnings on ${dateOf(next)}`}
    </Figure>
  )
}

const aboutReports =
  'Four times a year a company says how much it earned. Its price can jump that day, up or down.'

const lastReport = (last: string, now: number | null): string =>
  now !== null && last === dayOf(now)
    ? 'Reported earnings today'
    : `Last reported on ${dateOf(last)}`

const dateOf = (day: string): string => dayAndMonth.format(startOfDay(asDay(day)))
