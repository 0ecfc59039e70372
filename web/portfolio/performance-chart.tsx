// The performance chart in each of its states; a failure is none of them, because it is only logged.
import { rangeLabel, type Range } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { lazyPart } from '../browser/lazy-part.tsx'
import { LineChart } from '../ui/line-chart.tsx'
import { QueryView, type View } from '../ui/query-view.tsx'
import type { Compare } from './performance-foot.tsx'
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
  // Whoever compares goes on with it in the next range.
  const [compare, onCompare] = useState<Compare>()
  return (
    <div className="relative mb-4 flex min-h-101 flex-col justify-center sm:min-h-97 lg:min-h-105">
      <QueryView
        view={viewOf(line, isLoading)}
        loading="Loading chart data..."
        empty={['No data available for this period', 'Please try another range, or again later.']}
        rows={5}
      >
        {(drawn) => <Drawn {...about} line={drawn} compare={compare} onCompare={onCompare} />}
      </QueryView>
    </div>
  )
}

interface DrawnProps extends Pick<PerformanceChartProps, 'range' | 'start' | 'isClosed'> {
  readonly line: ValueLine
  readonly compare: Compare | undefined
  readonly onCompare: (compare: () => Compare | undefined) => void
}

function Drawn({ compare, onCompare, ...shown }: DrawnProps) {
  const { range, line, start, isClosed } = shown
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
        {...compare?.(line)}
        padding={padValue}
        tone={period.amount < 0 ? 'loss' : 'gain'}
        tick={ticksOf(points, isClosed)}
        baseline={start}
        height="h-60 lg:h-68"
      />
      <PerformanceFoot
        {...shown}
        chart={chart}
        onCompare={onCompare}
        meanwhile={<div className="h-21 sm:h-17" />}
      />
    </>
  )
}

/** Below the chart and over it, and nothing of it is needed to see that. */
const PerformanceFoot = lazyPart(() => import('./performance-foot.tsx'))

function viewOf(line: ValueLine | null, isLoading: boolean): View<ValueLine> {
  if (line && line.points.length > 0) return { state: 'data', data: line }
  return { state: isLoading ? 'loading' : 'empty' }
}
