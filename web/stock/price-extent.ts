// The lowest and highest price of today and of a year, from the points of the charts.
import { dayOf } from '@tengrand/core/day.ts'
import type { Cents } from '@tengrand/core/money.ts'

import type { ChartPoint } from '../ui/line-chart-scale.ts'

export interface Extent {
  readonly low: Cents
  readonly high: Cents
}

/** Null before a day has a second point. */
export function extentToday(points: readonly ChartPoint[]): Extent | null {
  const last = points.at(-1)
  if (!last) return null
  return extentOf(points.filter(({ at }) => dayOf(at) === dayOf(last.at)))
}

/** Null for fewer than two points. */
export function extentOf(points: readonly ChartPoint[]): Extent | null {
  const [first, ...others] = points.map(({ value }) => value)
  if (first === undefined || others.length === 0) return null
  return others.reduce<Extent>(
    ({ low, high }, value) => ({
      low: value < low ? value : low,
      high: value > high ? value : high,
    }),
    { low: first, high: first },
  )
}
