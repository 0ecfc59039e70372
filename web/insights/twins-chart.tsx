// The line of the learner and those of the twins that are chosen, as a chart and as tables.
import { fromDollars } from '@tengrand/core/money.ts'
import { useMemo } from 'react'

import { namesOf, padValue, ticksOf } from '../portfolio/value-names.ts'
import { stampsOf } from '../portfolio/value-stamps.ts'
import { lazyPage } from '../browser/lazy.tsx'
import { furtherLines, type FurtherLine, LegendItem } from '../ui/line-chart-lines.tsx'
import type { ChartPoint } from '../ui/line-chart-scale.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { FigureFoot, FigureTable } from './figure-table.tsx'
import type { Twin, Twins } from './insights.ts'
import { looks, names, tableOf, type Kind } from './twin-words.ts'

interface TwinsChartProps {
  readonly twins: Twins
  /** Those of the learner. */
  readonly points: readonly ChartPoint[]
  readonly shown: readonly Kind[]
  readonly isClosed: boolean
}

export function TwinsChart({ twins, points, shown, isClosed }: TwinsChartProps) {
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
      <FigureFoot
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
      </FigureFoot>
    </>
  )
}

const PointsTable = lazyPage(() => import('../ui/points-table.tsx'))

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
