// The performance chart in each of its states; a failure is none of them, because it is only logged.
import { rangeLabel, type Range } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'
import { useEffect, useState } from 'react'

import { lazyPart } from '../browser/lazy-part.tsx'
import { loadItem, saveItem } from '../browser/storage.ts'
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
  // State of the chart, not of a range: the comparison stays on when the range changes.
  const [isCompared, setCompared] = useState(() => loadItem('localStorage', item) !== null)
  const compare = useCompare(isCompared)
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
          <Drawn
            {...about}
            line={drawn}
            compare={compare}
            isCompared={isCompared}
            onCompare={switchCompare}
          />
        )}
      </QueryView>
    </div>
  )
}

interface DrawnProps extends Pick<PerformanceChartProps, 'range' | 'start' | 'isClosed'> {
  readonly line: ValueLine
  readonly compare: Compare | undefined
  /** Whether the chart has the line of the market too. */
  readonly isCompared: boolean
  readonly onCompare: (isCompared: boolean) => void
}

function Drawn(shown: DrawnProps) {
  const { range, line, start, isClosed, compare } = shown
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
      <PerformanceFoot {...shown} chart={chart} meanwhile={<div className="h-21 sm:h-17" />} />
    </>
  )
}

/** Below the chart and over it, and nothing of it is needed to see that. */
const foot = () => import('./performance-foot.tsx')
const PerformanceFoot = lazyPart(async () => ({ default: (await foot()).PerformanceFoot }))

/** What computes the line of the market, once its code is there. */
function useCompare(isWanted: boolean): Compare | undefined {
  const [compare, setCompare] = useState<Compare>()
  useEffect(() => {
    if (isWanted) foot().then(({ compare: code }) => setCompare(() => code), noop)
  }, [isWanted])
  return isWanted ? compare : undefined
}

const noop = (): void => {}

const item = 'tengrand-compare'

function viewOf(line: ValueLine | null, isLoading: boolean): View<ValueLine> {
  if (line && line.points.length > 0) return { state: 'data', data: line }
  return { state: isLoading ? 'loading' : 'empty' }
}
