// The what-if scenarios of a portfolio (never sold, first day only, the market, cash) as a chart and as tables.
import { formatMoney, fromDollars } from '@tengrand/core/money.ts'
import { useMemo, useState } from 'react'

import { placed } from '../portfolio/value-line.ts'
import { Card } from '../ui/card.tsx'
import { LineSample, furtherLines, type FurtherLine, LegendItem } from '../ui/line-chart-lines.tsx'
import { type PartProps, type Twin, type Twins as Answer, type Twins } from './insights.ts'
import { Meanwhile, PartView } from './insight-card.tsx'
import { looks, names, sentenceOf, type Kind, tableOf } from './what-if-words.ts'
import { namesOf, padValue, stampsOf, ticksOf } from '../portfolio/value-names.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import type { ChartPoint } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { TableFoot } from '../market/chart-foot.tsx'
import { FigureTable } from './figure-table.tsx'

export function Twins({ isClosed, insights }: PartProps) {
  return (
    <Card title="Twins: what if?">
      <PartView
        query={insights.twins}
        what="the twins"
        isEmpty={({ data }) => data.length === 0}
        empty={['No data available', 'Please try again later.']}
        renderMeanwhile={(words) => (
          <div className={layout}>
            <Meanwhile words={words} className="min-h-5.5 text-15" below={chart} />
            <div aria-hidden="true" className="grid content-start gap-3">
              {Object.keys(names).map((kind) => (
                <div key={kind} className={`skeleton ${itemHeight} lg:h-16`} />
              ))}
            </div>
          </div>
        )}
      >
        {(twins) => <Drawn twins={twins} isClosed={isClosed} />}
      </PartView>
    </Card>
  )
}

const layout = 'grid gap-x-8 gap-y-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]'
const chart = ['h-80', 'h-11']
const itemHeight = 'min-h-22 sm:min-h-12 lg:min-h-0'

/** At first those that a learner can do something about. */
const shownAtFirst: readonly Kind[] = ['kept', 'market']

function Drawn({ twins, isClosed }: { twins: Answer; isClosed: boolean }) {
  const [shown, setShown] = useState(shownAtFirst)
  const toggle = (kind: Kind): void =>
    setShown(shown.includes(kind) ? shown.filter((one) => one !== kind) : [...shown, kind])
  const points = useMemo(() => placed(twins.data), [twins.data])
  return (
    <div className={layout}>
      <div>
        <p className="min-h-5.5 text-15">
          Since the start you {isClosed ? 'came' : 'have come'} to{' '}
          <span className="tabular-nums">{formatMoney(fromDollars(twins.value))}</span>. What if you
          had done something else?
        </p>
        <TwinsChart twins={twins} points={points} shown={shown} isClosed={isClosed} />
      </div>
      <ul aria-label="Twins" className="grid content-start gap-3">
        {twins.twins.map((twin) => (
          <Item
            key={twin.kind}
            twin={twin}
            isShown={shown.includes(twin.kind)}
            onToggle={() => toggle(twin.kind)}
            sentence={sentenceOf(twin, isClosed)}
          />
        ))}
      </ul>
    </div>
  )
}

interface ItemProps {
  readonly twin: Twin
  readonly sentence: string
  readonly isShown: boolean
  readonly onToggle: () => void
}

function Item({ twin: { kind }, sentence, isShown, onToggle }: ItemProps) {
  return (
    <li className={itemHeight}>
      <label className="flex min-h-7 items-center gap-2.5 font-medium">
        <input
          type="checkbox"
          checked={isShown}
          onChange={onToggle}
          className="size-4 accent-accent"
        />
        <LineSample look={looks[kind]} />
        {names[kind]}
      </label>
      <p className="text-muted tabular-nums">{sentence}</p>
    </li>
  )
}

interface TwinsChartProps {
  readonly twins: Twins
  /** Those of the learner. */
  readonly points: readonly ChartPoint[]
  readonly shown: readonly Kind[]
  readonly isClosed: boolean
}

function TwinsChart({ twins, points, shown, isClosed }: TwinsChartProps) {
  const lines = useMemo(() => linesOf(twins, points), [twins, points])
  const further = useMemo(
    () => furtherLines(lines.filter(({ kind }) => shown.includes(kind))),
    [lines, shown],
  )
  const when = namesOf('all', points, isClosed)
  return (
    <>
      <LineChart
        label="You and your twins"
        points={points}
        {...further}
        padding={padValue}
        tone={hasFallen(points) ? 'loss' : 'gain'}
        when={when}
        tick={ticksOf(points, isClosed)}
      />
      <TableFoot
        legend={<LegendItem tone={hasFallen(points) ? 'text-loss' : 'text-gain'}>You</LegendItem>}
      >
        <FigureTable label="Twins, as a table" {...tableOf(twins)} />
        <div className="mt-4">
          <PointsTable
            label="You and your twins"
            column="You"
            points={points}
            further={lines}
            when={when}
            stamp={stampsOf('all', points)}
            file="tengrand-twins"
          />
        </div>
      </TableFoot>
    </>
  )
}

const PointsTable = lazyComponent(() => import('../ui/points-table.tsx'))

const hasFallen = (points: readonly ChartPoint[]): boolean =>
  (points.at(-1)?.value ?? 0) < (points[0]?.value ?? 0)

/** Each at the times of the learner's line: by their dates, since a twin may begin later. */
function linesOf({ data, twins }: Twins, points: readonly ChartPoint[]) {
  const times = new Map(data.map(({ date }, index) => [date, points[index]?.at ?? 0]))
  return twins.map((twin) => lineOf(twin, times))
}

function lineOf(
  { kind, data }: Twin,
  times: ReadonlyMap<string, number>,
): FurtherLine & { readonly kind: Kind } {
  const points = data.flatMap(({ date, value }) => {
    const at = times.get(date)
    return at === undefined ? [] : { at, value: fromDollars(value) }
  })
  return { kind, name: names[kind], points, look: looks[kind] }
}
