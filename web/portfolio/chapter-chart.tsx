// The value of a chapter over its time: its ranges count back from its end, and no price moves it any more.
import { rangeLabel, ranges, type Range } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { PerformanceChart } from './performance-chart.tsx'
import { PerformanceFigures } from './performance-figures.tsx'
import { useLogError } from '../browser/use-log-error.ts'
import { valueLine } from './value-line.ts'
import { useNetWorthHistory, type Portfolio } from './queries.ts'
import { startOf } from './starting-cash.ts'
import { Card } from '../ui/card.tsx'
import { Ranges } from '../ui/ranges.tsx'
import { SkeletonRows } from '../ui/loading.tsx'

/** All of it at first: nobody reads the last month of something that is over. */
export function ChapterChart({ portfolio }: { portfolio: Portfolio }) {
  const [range, setRange] = useState<Range>('all')
  const { data, error, isPending } = useNetWorthHistory(range)
  useLogError(`The chart of ${rangeLabel(range)} could not be loaded.`, error)
  const value = fromDollars(portfolio.total_value)
  const line = data ? valueLine(data, value) : null
  return (
    <Card
      title="Performance"
      aside={
        <div className="max-md:mt-2 max-md:w-full">
          <Ranges label="Range" choices={choices} value={range} onChange={setRange} />
        </div>
      }
    >
      <PerformanceChart
        range={range}
        line={line}
        start={startOf(portfolio)}
        isLoading={isPending}
        isClosed
      />
      <PerformanceFigures
        range={range}
        value={value}
        start={startOf(portfolio)}
        period={line?.period ?? null}
        isClosed
      />
    </Card>
  )
}

/** As high as what comes. */
export function ChartLoading() {
  return (
    <Card title="Performance" className="min-h-146 sm:min-h-142">
      <SkeletonRows words="Loading chart data..." rows={8} />
    </Card>
  )
}

const choices = ranges.map((value) => ({ value, label: rangeLabel(value) }))
