// The chart of a stock in each of its states; without a history, all that is known is the price of the moment.
import { rangeLabel } from '@tengrand/core/day.ts'
import { formatMoney } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { UseQueryResult } from '@tanstack/react-query'

import { ApiProblem } from '../api-problem.ts'
import { viewOf, type PriceHistory, type StockRange } from '../queries.ts'
import { day, hour } from '../ui/chart-dates.ts'
import type { Marks } from '../ui/line-chart-marks.tsx'
import { padPrice } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { isDaily, type PriceLine, type PriceNow } from './price-line.ts'
import { stockSentence } from './stock-sentence.ts'

interface PriceChartProps {
  readonly ticker: Ticker
  readonly range: StockRange
  readonly history: UseQueryResult<PriceHistory>
  readonly line: PriceLine | null
  readonly now: PriceNow
  readonly marks: Marks
}

export function PriceChart({ ticker, range, history, line, now, marks }: PriceChartProps) {
  const label = `Price of ${ticker}, ${rangeLabel(range)}`
  if (!history.data && history.error instanceof ApiProblem && history.error.status === 429)
    return <OnlyNow label={label} now={now} />
  const view = viewOf(history, { isEmpty: () => line === null, error: stockSentence })
  return (
    <div className="flex min-h-95 flex-col justify-center">
      <QueryView
        view={view}
        loading="Loading stock data..."
        empty={['No data available for this period', 'Please try another range, or again later.']}
        rows={6}
      >
        {(data) =>
          line && (
            <>
              <LineChart
                label={label}
                points={line.points}
                padding={padPrice}
                tone={line.change.amount < 0 ? 'loss' : 'gain'}
                when={(at) => (isDaily(data) ? day : hour).format(at)}
                marks={marks}
                height="h-68"
              />
              <Legend marks={marks} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}

/** The line is there without words too, so that nothing moves when the trades are known. */
function Legend({ marks }: { marks: Marks }) {
  return (
    <p className="mt-3 min-h-4 text-12 text-muted">
      {marks.size > 0 && (
        <>
          <b className="font-semibold text-ink">B</b> you bought,{' '}
          <b className="font-semibold text-ink">S</b> you sold
        </>
      )}
    </p>
  )
}

function OnlyNow({ label, now: { price } }: { label: string; now: PriceNow }) {
  return (
    <div className="mt-4">
      <Notice tone="warning" quiet>
        Historical data temporarily unavailable. Current price: {formatMoney(price)}. Please try
        again later.
      </Notice>
      <LineChart
        label={label}
        points={[{ at: 0, value: price }]}
        padding={padPrice}
        tone="neutral"
        when={() => 'now'}
      />
    </div>
  )
}
