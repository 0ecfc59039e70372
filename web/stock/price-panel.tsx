// The price card of a stock: current price, change today and over a range, chart, the choice of the range, and facts.
import { rangeLabel } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { usePrinted } from '../browser/printed.ts'
import type { Transaction } from '../portfolio/queries.ts'
import { useEarnings, usePriceHistory, type StockRange } from '../market/prices.ts'
import { LiveMark } from '../market/quotes/quote-marks.tsx'
import { useQuote } from '../market/quotes/use-quote.ts'
import { Today } from '../portfolio/returns.tsx'
import { Card } from '../ui/card.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { Moving } from '../ui/flash.tsx'
import { Ranges } from '../ui/ranges.tsx'
import { withEarnings } from './earnings-marks.ts'
import { PriceChart } from './price-chart.tsx'
import { PriceFacts } from './price-facts.tsx'
import { priceLine, type PriceLine, type PriceNow } from './price-line.ts'
import { tradeMarks } from './trade-marks.ts'

interface PricePanelProps {
  readonly ticker: Ticker
  readonly now: PriceNow
  /** An old price is not marked as live. */
  readonly fresh: boolean
  /** The learner's transactions in this stock. */
  readonly transactions: readonly Transaction[]
}

export function PricePanel({ ticker, now, fresh, transactions }: PricePanelProps) {
  const [range, setRange] = useState<StockRange>('7d')
  usePrinted(`Range ${rangeLabel(range)}`)
  const history = usePriceHistory(ticker, range)
  const { previousClose = null } = useQuote(ticker) ?? {}
  const line = history.data ? priceLine(history.data, now) : null
  const { data: earnings } = useEarnings(ticker)
  const points = line?.points ?? []
  const marks = withEarnings(tradeMarks(points, transactions), points, earnings?.past ?? [])
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div>
          <div className="flex flex-wrap items-baseline gap-x-3 text-muted">
            Current price
            <LiveMark isFresh={fresh} />
          </div>
          <p className="text-44 font-semibold tracking-tight">
            <Moving value={now.price}>
              <Money amount={now.price} />
            </Moving>
          </p>
          <p className="mt-1 min-h-5.5 text-15">
            <Today now={now.price} before={previousClose} />
          </p>
          <Change line={line} range={range} />
        </div>
        <div className="max-sm:w-full">
          <Ranges label="Range" choices={choices} value={range} onChange={setRange} />
        </div>
      </div>
      <PriceChart {...{ ticker, range, history, line, now, marks }} />
      <PriceFacts ticker={ticker} now={now} />
    </Card>
  )
}

/** The row has its height before the numbers are loaded. */
function Change({ line, range }: { line: PriceLine | null; range: StockRange }) {
  return (
    <p className="flex min-h-5.5 flex-wrap items-baseline gap-x-2 text-15 text-muted">
      {line && (
        <>
          <Gain amount={line.change.amount} percent={line.change.percent} />
          <span>{periods[range]}</span>
        </>
      )}
    </p>
  )
}

const periods: Readonly<Record<StockRange, string>> = {
  '7d': 'past 7 days',
  '1m': 'past month',
  '6m': 'past 6 months',
  '1y': 'past year',
}

const choices = (['7d', '1m', '6m', '1y'] as const).map((value) => ({
  value,
  label: rangeLabel(value),
}))
