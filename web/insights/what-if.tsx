// The card of what-if scenarios (never sold, first day only, the market, cash), as a chart, sentences and tables.
import { formatMoney, fromDollars } from '@tengrand/core/money.ts'
import { useMemo, useState } from 'react'

import { PointsTable, TableFoot } from '../market/chart-foot.tsx'
import { placed } from '../portfolio/value-line.ts'
import { namesOf, padValue, stampsOf, ticksOf } from '../portfolio/value-names.ts'
import { furtherLines, LegendItem, LineSample } from '../ui/line-chart-lines.tsx'
import { LineChart } from '../ui/line-chart.tsx'
import { FigureTable } from './figure-table.tsx'
import { InsightCard } from './insight-card.tsx'
import type { InsightProps, Scenarios } from './insights.ts'
import { kinds, sentenceOf, tableOf, type Kind } from './what-if-words.ts'

export function WhatIf({ isClosed, insights }: InsightProps) {
  return (
    <InsightCard
      title="Twins: what if?"
      query={insights.scenarios}
      what="the twins"
      isEmpty={({ data }) => data.length === 0}
      empty={['No data available', 'Please try again later.']}
      sentenceLook={sentenceLook}
      blocks={['h-80', 'h-11']}
      renderLoading={(skeleton) => (
        <div className={layout}>
          {skeleton}
          <div aria-hidden="true" className="grid content-start gap-3">
            {Object.keys(kinds).map((kind) => (
              <div key={kind} className={`skeleton ${itemHeight} lg:h-16`} />
            ))}
          </div>
        </div>
      )}
    >
      {(scenarios) => <ChartAndChoice scenarios={scenarios} isClosed={isClosed} />}
    </InsightCard>
  )
}

const layout = 'grid gap-x-8 gap-y-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]'
const sentenceLook = 'min-h-5.5 text-15'
const itemHeight = 'min-h-22 sm:min-h-12 lg:min-h-0'

/** The scenarios that are shown at first, because a learner can act on them. */
const shownAtFirst: readonly Kind[] = ['kept', 'market']

interface ScenariosProps {
  readonly scenarios: Scenarios
  readonly isClosed: boolean
}

function ChartAndChoice({ scenarios, isClosed }: ScenariosProps) {
  const [shown, setShown] = useState(shownAtFirst)
  const toggle = (kind: Kind): void =>
    setShown(shown.includes(kind) ? shown.filter((one) => one !== kind) : [...shown, kind])
  return (
    <div className={layout}>
      <div>
        <p className={sentenceLook}>
          Since the start you {isClosed ? 'came' : 'have come'} to{' '}
          <span className="tabular-nums">{formatMoney(fromDollars(scenarios.value))}</span>. What if
          you had done something else?
        </p>
        <Chart scenarios={scenarios} shown={shown} isClosed={isClosed} />
      </div>
      <ul aria-label="Twins" className="grid content-start gap-3">
        {scenarios.twins.map((scenario) => (
          <li key={scenario.kind} className={itemHeight}>
            <label className="flex min-h-7 items-center gap-2.5 font-medium">
              <input
                type="checkbox"
                checked={shown.includes(scenario.kind)}
                onChange={() => toggle(scenario.kind)}
                className="size-4 accent-accent"
              />
              <LineSample look={kinds[scenario.kind].look} />
              {kinds[scenario.kind].name}
            </label>
            <p className="text-muted tabular-nums">{sentenceOf(scenario, isClosed)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Chart({ scenarios, shown, isClosed }: ScenariosProps & { shown: readonly Kind[] }) {
  const { points, lines } = useMemo(() => linesOf(scenarios), [scenarios])
  const further = useMemo(
    () => furtherLines(lines.filter(({ kind }) => shown.includes(kind))),
    [lines, shown],
  )
  const chart = { label: 'You and your twins', points, when: namesOf('all', points, isClosed) }
  const tone = (points.at(-1)?.value ?? 0) < (points[0]?.value ?? 0) ? 'loss' : 'gain'
  return (
    <>
      <LineChart
        {...chart}
        {...further}
        padding={padValue}
        tone={tone}
        tick={ticksOf(points, isClosed)}
      />
      <TableFoot
        legend={<LegendItem tone={tone === 'loss' ? 'text-loss' : 'text-gain'}>You</LegendItem>}
      >
        <FigureTable label="Twins, as a table" {...tableOf(scenarios)} />
        <div className="mt-4">
          <PointsTable
            {...chart}
            column="You"
            further={lines}
            stamp={stampsOf('all', points)}
            file="tengrand-twins"
          />
        </div>
      </TableFoot>
    </>
  )
}

/** The learner's points, and a line for each scenario at the times of the same dates: a scenario may begin later. */
function linesOf({ data: own, twins }: Scenarios) {
  const points = placed(own)
  const times = new Map(own.map(({ date }, index) => [date, points[index]?.at ?? 0]))
  const lines = twins.map(({ kind, data }) => ({
    kind,
    ...kinds[kind],
    points: data.flatMap(({ date, value }) => {
      const at = times.get(date)
      return at === undefined ? [] : { at, value: fromDollars(value) }
    }),
  }))
  return { points, lines }
}
