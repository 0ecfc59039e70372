// A line over the ticks of a lesson without axes: green above its beginning, red below, which is a dashed level.
import type { Cents } from '@tengrand/core/money.ts'

import { hundredths, makeScale, pathOf, type ChartPoint } from '../ui/line-chart-scale.ts'
import { Plot, Stroke } from '../ui/line-chart.tsx'

interface LessonLineProps {
  readonly points: readonly ChartPoint[]
  /** The class of its size. */
  readonly className: string
}

export function LessonLine({ points, className }: LessonLineProps) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return <div className={className} />
  const scale = makeScale(points, room)
  const level = hundredths(scale.y(first.value))
  return (
    <div
      className={`relative ${last.value < first.value ? 'text-loss' : 'text-gain'} ${className}`}
    >
      <Plot>
        <Stroke path={`M0 ${level}H100`} strokeDasharray="4 4" className="text-control" />
        <Stroke path={pathOf(points, scale)} strokeWidth="3" />
      </Plot>
    </div>
  )
}

const room = (low: Cents | number, high: Cents | number): number => Math.max((high - low) / 20, 1)
