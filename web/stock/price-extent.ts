// The lowest and highest price of today and of a year, from the points of the charts.
import { dayOf } from '@tengrand/core/day.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'

import type { ChartPoint } from '../ui/line-chart-scale.ts'

export interface Extent {
  readonly low: Cents
  readonly high: Cents
}

/** The points of the day of the last one. */
export function pointsOfToday(points: readonly ChartPoint[]): readonly ChartPoint[] {
  const last = points.at(-1)
  return last ? points.filter(({ at }) => dayOf(at) === dayOf(last.at)) : points
}

/** Null for fewer than two points. */
export function extentOf(points: readonly ChartPoint[]): Extent | null {
  const values = points.map(({ value }) => value)
  if (values.length < 2) return null
  return { low: cents(Math.min(...values)), high: cents(Math.max(...values)) }
}
