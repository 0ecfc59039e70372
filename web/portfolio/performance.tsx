// The performance of a portfolio over a range: the chart of its value, the comparison with the market, and the figures.
import { rangeLabel, ranges, type Range } from '@tengrand/core/day.ts'
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import { useState, type ReactNode } from 'react'

import { useLogError } from '../browser/log.ts'
import { usePrinted } from '../browser/printed.ts'
import { loadItem, saveItem } from '../browser/storage.ts'
import { ChartFoot } from '../market/chart-foot.tsx'
import { makeScale } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { QueryView, type View } from '../ui/query-view.tsx'
import { Ranges } from '../ui/ranges.tsx'
import {
  marketColumns,
  MarketLegend,
  marketLines,
  marketReturn,
  sentenceOf,
} from './market-line.tsx'
import { useNetWorthHistory } from './queries.ts'
import { valueLine, type ValueLine } from './value-line.ts'
import { namesOf, padValue, stampsOf, ticksOf } from './value-names.ts'

/** The chosen range with its history. A failed query is logged, and drawn as a chart without data. */
export function usePerformance(firstRange: Range) {
  const [range, setRange] = useState(firstRange)
  const history = useNetWorthHistory(range)
  useLogError(`The chart of ${rangeLabel(range)} could not be loaded.`, history.error)
  usePrinted(`Range ${rangeLabel(range)}`)
  const ranged = <Ranges label="Range" choices={choices} value={range} onChange={setRange} />
  return { range, history, ranged }
}

const choices = ranges.map((value) => ({ value, label: rangeLabel(value) }))

interface PerformanceProps extends Pick<ReturnType<typeof usePerformance>, 'range' | 'history'> {
  readonly value: Cents | null
  /** The starting cash of the portfolio. */
  readonly start: Cents
  /** Whether the chapter is closed, so that the line ends in the past. */
  readonly isClosed?: boolean
}

export function Performance(props: PerformanceProps) {
  const { range, history, value, start, isClosed = false } = props
  const line = history.data && value !== null ? valueLine(history.data, value) : null
  return (
    <>
      <div className="mb-2 flex min-h-91 flex-col justify-center sm:-mt-3 sm:min-h-75">
        <QueryView
          view={viewOf(line, history.isPending)}
          loading="Loading chart data..."
          empty={['No data available for this period', 'Try another range, or come back later.']}
          rows={5}
        >
          {(drawn) => <Chart range={range} line={drawn} start={start} isClosed={isClosed} />}
        </QueryView>
      </div>
      {/* On a phone two figures have the same height as three, so that another range moves nothing. */}
      <dl className="mt-auto grid min-h-41 content-start gap-x-6 gap-y-2 border-t border-line pt-4 text-15 min-[360px]:min-h-26 sm:min-h-0 sm:grid-cols-3 xl:flex xl:justify-between">
        <Figure name={isClosed ? 'Final value' : 'Current value'}>
          {value !== null && (
            <span className="font-semibold">
              <Money amount={value} />
            </span>
          )}
        </Figure>
        <Figure name={periods[range]}>{line && <Gain {...line.period} />}</Figure>
        {range !== 'all' && (
          <Figure name="Total Return">
            {value !== null && <Gain {...returnSince(start, value)} />}
          </Figure>
        )}
      </dl>
    </>
  )
}

function viewOf(line: ValueLine | null, isLoading: boolean): View<ValueLine> {
  if (line && line.points.length > 0) return { state: 'data', data: line }
  return { state: isLoading ? 'loading' : 'empty' }
}

type ChartProps = Omit<PerformanceProps, 'history' | 'value'> & { readonly line: ValueLine }

function Chart({ range, line, start, isClosed }: ChartProps) {
  const [isCompared, switchCompare] = useCompared()
  const { points, period, history } = line
  const market = isCompared ? marketLines(history, points) : null
  const chart = {
    label: `Portfolio value, ${rangeLabel(range)}`,
    points,
    when: namesOf(range, points, isClosed),
  }
  return (
    <>
      <LineChart
        {...chart}
        {...market}
        padding={padValue}
        tone={period.amount < 0 ? 'loss' : 'gain'}
        tick={ticksOf(points, isClosed)}
        baseline={start}
        height="h-50 sm:h-38"
      />
      <p className="mt-2 flex min-h-8 flex-wrap items-baseline gap-x-4 text-12 text-muted tabular-nums sm:min-h-4">
        {isCompared && <Comparison line={line} />}
        {makeScale([...points, ...(market?.also ?? [])], padValue).has(start) && (
          <span className="whitespace-nowrap">
            <span aria-hidden="true">┄</span> {formatMoney(start).replace(/\.00$/, '')} start
          </span>
        )}
      </p>
      <ChartFoot
        {...chart}
        column="Value"
        {...(isCompared && marketColumns(history, points, period))}
        stamp={stampsOf(range, points)}
        file={`tengrand-portfolio-${range}`}
      >
        <label className="flex min-h-10 items-center gap-2.5">
          <input
            type="checkbox"
            checked={isCompared}
            onChange={switchCompare}
            className="size-4 accent-accent"
          />
          Compare with the market
        </label>
      </ChartFoot>
    </>
  )
}

/** Stored, so that the comparison stays on in the next range and on the next visit. */
function useCompared() {
  const [isCompared, setCompared] = useState(() => loadItem('localStorage', compareKey) !== null)
  const toggle = (): void => {
    setCompared(!isCompared)
    saveItem('localStorage', compareKey, isCompared ? null : 'yes')
  }
  return [isCompared, toggle] as const
}

const compareKey = 'tengrand-compare'

/** The return of the portfolio moves with the live value, as the figures below do. */
function Comparison({ line: { period, history } }: { line: ValueLine }) {
  return (
    <>
      <span className="text-ink max-sm:w-full">{sentenceOf(period, marketReturn(history))}</span>
      {history.benchmark.length > 0 && <MarketLegend own={period} history={history} />}
    </>
  )
}

const periods: Readonly<Record<Range, string>> = {
  '7d': '7-day return',
  '1m': '1-month return',
  '6m': '6-month return',
  ytd: 'YTD return',
  '1y': '1-year return',
  all: 'Total Return',
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex-wrap items-baseline gap-x-3 min-[360px]:flex sm:block xl:flex xl:gap-x-2">
      <dt className="text-14 text-muted">{name}</dt>
      <dd className="flex-1 min-[360px]:text-right sm:mt-0.5 sm:text-left xl:mt-0">
        {children || <span className="text-muted">—</span>}
      </dd>
    </div>
  )
}
