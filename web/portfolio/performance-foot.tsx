// What comes after the performance chart: what its lines mean, the switch for that of the market, the way to the table, and
// over the line a word for whoever has not traded yet.
import type { Range } from '@tengrand/core/day.ts'
import { formatMoney, type Cents } from '@tengrand/core/money.ts'

import { ChartFoot } from '../market/chart-foot.tsx'
import { makeScale } from '../ui/line-chart-scale.ts'
import { Invitation } from './invitation.tsx'
import {
  marketColumns,
  MarketLegend,
  marketLines,
  marketReturn,
  sentenceOf,
} from './market-line.tsx'
import type { ValueLine } from './value-line.ts'
import { padValue } from './value-names.ts'
import { stampsOf } from './value-stamps.ts'

interface PerformanceFootProps {
  readonly range: Range
  readonly line: ValueLine
  readonly start: Cents
  readonly isClosed?: boolean | undefined
  /** What the table has of the chart. */
  readonly chart: {
    readonly label: string
    readonly points: ValueLine['points']
    readonly when: (at: number) => string
  }
  /** Whether the chart has the line of the market too. */
  readonly isCompared: boolean
  readonly onCompare: (isCompared: boolean) => void
}

export function PerformanceFoot(props: PerformanceFootProps) {
  const { range, line, start, isClosed, chart, isCompared, onCompare } = props
  return (
    <>
      {!isClosed && <Invitation />}
      <p className="mt-2 flex min-h-8 flex-wrap items-baseline gap-x-4 text-12 text-muted tabular-nums sm:min-h-4">
        {isCompared && <Sentence line={line} />}
        {hasInside(line, start, isCompared) && (
          <span className="whitespace-nowrap">
            <span aria-hidden="true">┄</span> {formatMoney(start).replace(/\.00$/, '')} start
          </span>
        )}
      </p>
      <ChartFoot
        {...chart}
        column="Value"
        {...(isCompared && marketColumns(line.history, line.points, line.period))}
        stamp={stampsOf(range, line.points)}
        file={`tengrand-portfolio-${range}`}
      >
        <label className="flex min-h-10 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isCompared}
            onChange={() => onCompare(!isCompared)}
            className="size-4 accent-accent"
          />
          Compare with the market
        </label>
      </ChartFoot>
    </>
  )
}

/** What it says of the portfolio goes with the live value, as the figures below do. */
function Sentence({ line: { period, history } }: { line: ValueLine }) {
  return (
    <>
      <span className="text-ink max-sm:w-full">{sentenceOf(period, marketReturn(history))}</span>
      {history.benchmark.length > 0 && <MarketLegend own={period} history={history} />}
    </>
  )
}

function hasInside(line: ValueLine, value: Cents, isCompared: boolean): boolean {
  const also = isCompared ? marketLines(line.history, line.points).also : []
  return makeScale([...line.points, ...also], padValue).has(value)
}
