// The performance chart in each of its states; a failure is none of them, because it is only logged.
import { rangeLabel, type Range } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { loadItem, saveItem } from '../browser/storage.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { QueryView, type View } from '../ui/query-view.tsx'
import { PerformanceFoot } from './performance-foot.tsx'
import { marketLines } from './market-line.tsx'
import type { ValueLine } from './value-line.ts'
import { namesOf, padValue, ticksOf } from './value-names.ts'

interface PerformanceChartProps {
  readonly range: Range
  readonly line: ValueLine | null
  /** What the portfolio began with. */
  readonly start: Cents
  readonly isLoading: boolean
  /** The chapter is over, and the line does not end now. */
  readonly isClosed?: boolean
}

export function PerformanceChart(props: PerformanceChartProps) {
  const { line, isLoading, ...about } = props
  // State of the chart, not of a range: the comparison stays on when the range changes.
  const [isCompared, setCompared] = useState(() => loadItem('localStorage', item) !== null)
  const switchCompare = (next: boolean): void => {
    setCompared(next)
    saveItem('localStorage', item, next ? 'yes' : null)
  }
  return (
    <div className="relative mb-4 flex min-h-101 flex-col justify-center sm:min-h-97 lg:min-h-105">
      <QueryView
        view={viewOf(line, isLoading)}
        loading="Loading chart data..."
        empty={['No data available for this period', 'Please try another range, or again later.']}
        rows={5}
      >
        {(drawn) => (
          <Drawn {...about} line={drawn} isCompared={isCompared} onCompare={switchCompare} />
        )}
      </QueryView>
    </div>
  )
}

interface DrawnProps extends Pick<PerformanceChartProps, 'range' | 'start' | 'isClosed'> {
  readonly line: ValueLine
  /** Whether the chart has the line of the market too. */
  readonly isCompared: boolean
  readonly onCompare: (isCompared: boolean) => void
}

function Drawn(shown: DrawnProps) {
  const { range, line, start, isClosed, isCompared } = shown
  const { points, period } = line
  const chart = {
    label: `Portfolio value, ${rangeLabel(range)}`,
    points,
    when: namesOf(range, points, isClosed),
  }
  return (
    <>
      <LineChart
        {...chart}
        {...(isCompared && marketLines(line.history, points))}
        padding={padValue}
        tone={period.amount < 0 ? 'loss' : 'gain'}
        tick={ticksOf(points, isClosed)}
        baseline={start}
        height="h-60 lg:h-68"
      />
      <PerformanceFoot {...shown} chart={chart} />
    </>
  )
}

const item = 'tengrand-compare'

function viewOf(line: ValueLine | null, isLoading: boolean): View<ValueLine> {
  if (line && line.points.length > 0) return { state: 'data', data: line }
  return { state: isLoading ? 'loading' : 'empty' }
}
