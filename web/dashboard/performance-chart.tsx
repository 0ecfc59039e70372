// The performance chart in each of its states; a failure is none of them, because it is only logged.
import { dayOf, rangeLabel, type Range } from '@tengrand/core/day.ts'

import { useLatestTransactions } from '../learner-queries.ts'
import { day, hour, month } from '../ui/chart-dates.ts'
import type { Padding } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { QueryView, type View } from '../ui/query-view.tsx'
import { transactionsShown } from './latest-transactions.tsx'
import type { ValueLine } from './value-line.ts'

interface PerformanceChartProps {
  readonly range: Range
  readonly line: ValueLine | null
  readonly isLoading: boolean
}

export function PerformanceChart({ range, line, isLoading }: PerformanceChartProps) {
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
              when={namesOf(range, points)}
              tick={ticksOf(points)}
              height="h-60 lg:h-68"
            />
            <Invitation />
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

/** A line that never moved says nothing, so above it whoever has not traded is told how it begins. */
function Invitation() {
  const { data } = useLatestTransactions(transactionsShown)
  if (data?.transactions.length !== 0) return null
  return (
    <p className="pointer-events-none absolute inset-x-0 top-20 mr-18 text-center text-muted">
      <span className="bg-surface box-decoration-clone px-2">
        Your line starts here. Pick a company below and buy a few shares.
      </span>
    </p>
  )
}

/** The last point is now; the others have a day, or a time where there are many to a day. */
function namesOf(range: Range, points: ValueLine['points']): (at: number) => string {
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at]
  const isShort = range === '7d' || last - first < 2 * dayMs
  return (at) => (at === last ? 'Now' : (isShort ? hour : day).format(at))
}

/** The first day of an account has no days to name, and over years the year says more. */
function ticksOf(points: ValueLine['points']): ((at: number) => string) | undefined {
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at]
  if (dayOf(first) === dayOf(last)) return (at) => (at === last ? 'Now' : 'Start')
  return last - first > 400 * dayMs ? (at) => month.format(at) : undefined
}

const dayMs = 86_400_000
