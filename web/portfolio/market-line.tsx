// The market beside a portfolio: a second line for its chart, a column for its table, and both returns in one sentence.
import { formatPercent, fromDollars, share } from '@tengrand/core/money.ts'
import type { Return } from '@tengrand/core/valuation.ts'

import type { NetWorthHistory } from './queries.ts'
import {
  furtherLines,
  LegendItem,
  type FurtherLine,
  type FurtherLines,
} from '../ui/line-chart-lines.tsx'
import type { PointsTableProps } from '../ui/points-table.tsx'
import type { ValueLine } from './value-line.ts'

const look = 'dashes'

type History = Pick<NetWorthHistory, 'data' | 'benchmark'>

/** Live prices move the last value of the portfolio; that of the market changes only with the next response. */
export const marketLines = (history: History, points: ValueLine['points']): FurtherLines =>
  marketOf(history, points).lines

interface Market {
  /** Null where the server sends no benchmark. */
  readonly line: FurtherLine | null
  readonly lines: FurtherLines
}

/** Cached by response, so that a new live value neither computes nor draws the line again. */
const cache = new WeakMap<History['benchmark'], Market>()

function marketOf(history: History, points: ValueLine['points']): Market {
  const cached = cache.get(history.benchmark)
  if (cached) return cached
  const line = marketLine(history, points)
  const market = { line, lines: furtherLines(line ? [line] : []) }
  cache.set(history.benchmark, market)
  return market
}

/** The benchmark at the portfolio's times of the same dates, scaled to begin at the value of the portfolio. */
function marketLine({ data, benchmark }: History, points: ValueLine['points']): FurtherLine | null {
  const own = new Map(data.map(({ date }, index) => [date, points[index]]))
  const [first] = benchmark
  const begins = first && own.get(first.date)
  if (!begins) return null
  const placed = benchmark.flatMap(({ date, value }) => {
    const point = own.get(date)
    const scaled = share(fromDollars(value), begins.value, fromDollars(first.value))
    return point ? { at: point.at, value: scaled } : []
  })
  return { name: 'The market', points: placed, look }
}

interface MarketColumns extends Required<Pick<PointsTableProps, 'column'>> {
  readonly further: readonly FurtherLine[]
  readonly foot: readonly [name: string, yours: string, market: string]
}

/** The props of the table under a chart for the column of the market. */
export function marketColumns(
  history: NetWorthHistory,
  points: ValueLine['points'],
  own: Return,
): MarketColumns {
  const market = marketReturn(history)
  const { line } = marketOf(history, points)
  return {
    column: 'You',
    further: line ? [line] : [],
    foot: ['Return', percentWords(own), market ? percentWords(market) : ''],
  }
}

export function MarketLegend({ own, history }: { own: Return; history: History }) {
  return (
    <>
      <LegendItem tone={own.amount < 0 ? 'text-loss' : 'text-gain'}>You</LegendItem>
      {history.benchmark.length > 0 && <LegendItem look={look}>The market</LegendItem>}
    </>
  )
}

export function marketReturn({ metrics }: Pick<NetWorthHistory, 'metrics'>): Return | null {
  const { benchmark_return: amount, benchmark_return_percent: percent } = metrics
  return amount === null || percent === null ? null : { amount: fromDollars(amount), percent }
}

const percentWords = ({ amount, percent }: Return): string => formatPercent(percent, 2, amount)

export const sentenceOf = (own: Return, market: Return | null, who = 'You'): string =>
  market
    ? `${who} ${percentWords(own)}, the market ${percentWords(market)}.`
    : `${who} ${percentWords(own)}. The market's result isn't known for this time.`

/** The return of the portfolio in a range, as the server counts it. */
export const yourReturn = ({ metrics }: Pick<NetWorthHistory, 'metrics'>): Return => ({
  amount: fromDollars(metrics.period_return),
  percent: metrics.period_return_percent,
})
