// A dot on a line chart, round although the drawing under it is stretched.
import { asPercent, type ChartPoint, type Scale } from './line-chart-scale.ts'

export function Dot({ point, scale }: { point: ChartPoint; scale: Scale }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute z-1 size-2.5 -translate-1/2 rounded-full bg-current ring-2 ring-surface"
      style={{ left: asPercent(scale.x(point.at)), top: asPercent(scale.y(point.value)) }}
    />
  )
}
