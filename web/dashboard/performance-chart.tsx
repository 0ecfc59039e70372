// The performance chart in each of its states; a failure is none of them, because it is only logged.
import { dayOf, rangeLabel, type Range } from '@tengrand/core/day.ts'
import type { ReactNode } from 'react'

import { day, hour, month } from '../ui/chart-dates.ts'
import type { Padding } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { QueryView, type View } from '../ui/query-view.tsx'
import type { ValueLine } from './value-line.ts'

interface PerformanceChartProps {
  readonly range: Range
  readonly line: ValueLine | null
  readonly isLoading: boolean
  /** The chapter is over, and the line does not end now. */
  readonly isClosed?: boolean
  /** What stands over the line. */
  readonly children?: ReactNode
}

export function PerformanceChart(props: PerformanceChartProps) {
  const { range, line, isLoading, isClosed = false, children } = props
  const lastName = isClosed ? 'End' : 'Now'
  return (
    <div className="relative mb-6 flex min-h-80 flex-col lg:min-h-88 justify-center">
      <QueryView
        view={viewOf(line, isLoading)}
        loading="Loading chart data..."
        empty={['No data available for this period', 'Please try another range, or again later.']}
        rows={5}
      >
        {({ points, period }) => (
          <>
            <LineChart
              label={`Portfolio value, ${rangeLabel(range)}`}
              points={points}
              padding={padValue}
              tone={period.amount < 0 ? 'loss' : 'gain'}
              when={namesOf(range, points, lastName)}
              tick={ticksOf(points, lastName)}
              height="h-60 lg:h-68"
            />
            {children}
          </>
        )}
      </QueryView>
    </div>
  )
}

function viewOf(line: ValueLine | null, isLoading: boolean): View<ValueLine> {
  if (line && line.points.length > 0) return { state: 'data', data: line }
  return { state: isLoading ? 'loading' : 'empty' }
}

/** A hundred dollars above the highest value and below the lowest. */
const padValue: Padding = () => 100_00

/** The last point has its own name; the others have a day, or a time where there are many to a day. */
function namesOf(
  range: Range,
  points: ValueLine['points'],
  lastName: string,
): (at: number) => string {
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at]
  const isShort = range === '7d' || last - first < 2 * dayMs
  return (at) => (at === last ? lastName : (isShort ? hour : day).format(at))
}

/** The first day of a portfolio has no days to name, and over years the year says more. */
function ticksOf(
  points: ValueLine['points'],
  lastName: string,
): ((at: number) => string) | undefined {
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at]
  if (dayOf(first) === dayOf(last)) return (at) => (at === last ? lastName : 'Start')
  return last - first > 400 * dayMs ? (at) => month.format(at) : undefined
}

const dayMs = 86_400_000
