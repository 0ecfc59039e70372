// The performance chart in each of its states; a failure is none of them, because it is only logged.
import { dayOf, rangeLabel, type Range } from '@tengrand/core/day.ts'
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import { ChartFoot } from '../chart-foot.tsx'
import { day, hour } from '../ui/chart-dates.ts'
import { makeScale, type Padding } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { QueryView, type View } from '../ui/query-view.tsx'
import type { ValueLine } from './value-line.ts'

interface PerformanceChartProps {
  readonly range: Range
  readonly line: ValueLine | null
  /** What the portfolio began with. */
  readonly start: Cents
  readonly isLoading: boolean
  /** The chapter is over, and the line does not end now. */
  readonly isClosed?: boolean
  /** What stands over the line. */
  readonly children?: ReactNode
}

export function PerformanceChart(props: PerformanceChartProps) {
  const { range, line, start, isLoading, isClosed = false, children } = props
  const lastName = isClosed ? 'End' : 'Now'
  return (
    <div className="relative mb-4 flex min-h-91 flex-col justify-center lg:min-h-99">
      <QueryView
        view={viewOf(line, isLoading)}
        loading="Loading chart data..."
        empty={['No data available for this period', 'Please try another range, or again later.']}
        rows={5}
      >
        {(drawn) => (
          <>
            <Drawn range={range} line={drawn} start={start} lastName={lastName} />
            {children}
          </>
        )}
      </QueryView>
    </div>
  )
}

interface DrawnProps extends Pick<PerformanceChartProps, 'range' | 'start'> {
  readonly line: ValueLine
  readonly lastName: string
}

function Drawn({ range, line: { points, period }, start, lastName }: DrawnProps) {
  const label = `Portfolio value, ${rangeLabel(range)}`
  const when = namesOf(range, points, lastName)
  return (
    <>
      <LineChart
        label={label}
        points={points}
        padding={padValue}
        tone={period.amount < 0 ? 'loss' : 'gain'}
        when={when}
        tick={ticksOf(points, lastName)}
        baseline={start}
        height="h-60 lg:h-68"
      />
      <ChartFoot
        label={label}
        column="Value"
        points={points}
        when={when}
        stamp={stampsOf(range, points)}
        file={`tengrand-portfolio-${range}`}
      >
        {hasInside(points, start) && (
          <>
            <span aria-hidden="true">┄</span> {formatMoney(start).replace(/\.00$/, '')} start
          </>
        )}
      </ChartFoot>
    </>
  )
}

function viewOf(line: ValueLine | null, isLoading: boolean): View<ValueLine> {
  if (line && line.points.length > 0) return { state: 'data', data: line }
  return { state: isLoading ? 'loading' : 'empty' }
}

/** A hundred dollars above the highest value and below the lowest. */
const padValue: Padding = () => 100_00

const hasInside = (points: ValueLine['points'], value: Cents): boolean =>
  makeScale(points, padValue).has(value)

/** The last point has its own name; the others have a day, or a time where there are many to a day. */
function namesOf(
  range: Range,
  points: ValueLine['points'],
  lastName: string,
): (at: number) => string {
  const last = points.at(-1)?.at
  const isShort = hasHours(range, points)
  return (at) => (at === last ? lastName : (isShort ? hour : day).format(at))
}

/** The same as spreadsheets read it. */
function stampsOf(range: Range, points: ValueLine['points']): (at: number) => string {
  const last = points.at(-1)?.at
  const isShort = hasHours(range, points)
  return (at) => (at === last || isShort ? new Date(at).toISOString() : dayOf(at))
}

function hasHours(range: Range, points: ValueLine['points']): boolean {
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at]
  return range === '7d' || last - first < 2 * dayMs
}

/** The first day of a portfolio has no days to name. */
function ticksOf(
  points: ValueLine['points'],
  lastName: string,
): ((at: number) => string) | undefined {
  const [first = 0, last = 0] = [points[0]?.at, points.at(-1)?.at]
  return dayOf(first) === dayOf(last) ? (at) => (at === last ? lastName : 'Start') : undefined
}

const dayMs = 86_400_000
