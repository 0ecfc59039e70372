// Marks for the past earnings reports of a company, each at the first point of its day.
import { dayOf } from '@tengrand/core/day.ts'

import type { Marks } from '../ui/line-chart-marks.tsx'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

export function earningsMarks(points: readonly ChartPoint[], days: readonly string[]): Marks {
  const marks = new Map<number, (typeof mark)[]>()
  for (const day of days) {
    const point = points.find(({ at }) => dayOf(at) === day)
    if (point) marks.set(point.at, [mark])
  }
  return marks
}

const mark = { letter: 'E', side: 'bottom', words: 'Reported earnings' } as const

/** All marks of two sets. */
export function allMarks(one: Marks, other: Marks): Marks {
  const all = new Map(one)
  for (const [at, marks] of other) all.set(at, [...(all.get(at) ?? []), ...marks])
  return all
}
