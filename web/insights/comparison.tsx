// The one chart of the insights page: the portfolio, the market and the chosen what-ifs, with their points as a table.
import { rangeLabel, type Range } from '@tengrand/core/day.ts'
import { formatPercent, fromDollars, type Cents } from '@tengrand/core/money.ts'

import { PointsTable, TableFoot, type Open } from '../market/chart-foot.tsx'
import { marketColumns, marketReturn, sentenceOf, yourReturn } from '../portfolio/market-line.tsx'
import type { NetWorthHistory } from '../portfolio/queries.ts'
import { valueLine } from '../portfolio/value-line.ts'
import { namesOf, padValue, stampsOf, ticksOf } from '../portfolio/value-names.ts'
import { furtherLines, LegendItem, type FurtherLine } from '../ui/line-chart-lines.tsx'
import { LineChart } from '../ui/line-chart.tsx'
import { FigureTable } from './figure-table.tsx'
import type { Scenarios } from './insights.ts'
import { tableOf, type Kind } from './what-if-words.ts'
import { scenarioLines } from './what-if.tsx'

interface ComparisonProps {
  readonly history: NetWorthHistory
  /** Undefined while they are loading. */
  readonly scenarios: Scenarios | undefined
  readonly shown: readonly Kind[]
  readonly range: Range
  readonly isClosed: boolean
  readonly start: Cents
  readonly open: Open
}

export function Comparison(props: ComparisonProps) {
  const { history, scenarios, range, isClosed, open } = props
  const { points } = valueLine(history, fromDollars(history.metrics.current_value))
  const you = yourReturn(history)
  const { lines, foot } = linesOf(props, points)
  const chart = {
    label: `You and the market, ${rangeLabel(range)}`,
    points,
    when: namesOf(range, points, isClosed),
  }
  const tone = you.amount < 0 ? 'loss' : 'gain'
  return (
    <>
      <p className={sentenceLook}>{sentenceOf(you, marketReturn(history))}</p>
      <LineChart
        {...chart}
        {...furtherLines(lines)}
        padding={padValue}
        tone={tone}
        tick={ticksOf(points, isClosed)}
        height="h-60 lg:h-68"
      />
      <TableFoot open={open} legend={<Legend tone={tone} lines={lines} />}>
        {range === 'all' && scenarios && (
          <div className="mb-4">
            <FigureTable label="What if, as a table" {...tableOf(scenarios)} />
          </div>
        )}
        <PointsTable
          {...chart}
          column="You"
          further={lines}
          foot={foot}
          stamp={stampsOf(range, points)}
          file={`tengrand-market-${range}`}
        />
      </TableFoot>
    </>
  )
}

export const sentenceLook = 'min-h-5.5 text-15'

interface Lines {
  readonly lines: readonly FurtherLine[]
  /** The returns below the columns of the table. */
  readonly foot: readonly [string, ...string[]]
}

function linesOf(
  { history, scenarios, shown, range, start }: ComparisonProps,
  points: ReturnType<typeof valueLine>['points'],
): Lines {
  const { further, foot } = marketColumns(history, points, yourReturn(history))
  const [returns, yours, markets] = foot
  const market = shown.includes('market') ? further : []
  const others =
    range === 'all' && scenarios
      ? scenarioLines(scenarios, [...points], start).filter(({ kind }) => shown.includes(kind))
      : []
  return {
    lines: [...market, ...others],
    foot: [
      returns,
      yours,
      ...market.map(() => markets),
      ...others.map(({ percent }) => formatPercent(percent)),
    ],
  }
}

function Legend({ tone, lines }: { tone: 'gain' | 'loss'; lines: readonly FurtherLine[] }) {
  return (
    <span className="flex flex-wrap gap-x-4">
      <LegendItem tone={tone === 'loss' ? 'text-loss' : 'text-gain'}>You</LegendItem>
      {lines.map(({ name, look }) => (
        <LegendItem key={name} look={look}>
          {name}
        </LegendItem>
      ))}
    </span>
  )
}
