// A line over the ticks of a lesson without axes: green above its beginning, red below, which is a dashed level.
import { hundredths, makeScale, pathOf, type Padding } from '../ui/line-chart-scale.ts'
import { Plot, Stroke } from '../ui/line-chart.tsx'
import { isLoss, type Line } from './lines.ts'

interface LessonLineProps {
  readonly points: Line
  /** The class of its size. */
  readonly className: string
}

export function LessonLine({ points, className }: LessonLineProps) {
  const [first] = points
  if (!first) return <div className={className} />
  const scale = makeScale(points, room)
  const level = hundredths(scale.y(first.value))
  return (
    <div className={`relative ${isLoss(points) ? 'text-loss' : 'text-gain'} ${className}`}>
      <Plot>
        <Stroke path={`M0 ${level}H100`} strokeDasharray="4 4" className="text-control" />
        <Stroke path={pathOf(points, scale)} strokeWidth="3" />
      </Plot>
    </div>
  )
}

const room: Padding = (low, high) => Math.max((high - low) / 20, 1)
