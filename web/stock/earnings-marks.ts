// Marks for the past earnings reports of a company, each at the first point of its day.
import { dayOf } from '@tengrand/core/day.ts'

import type { Marks } from '../ui/line-chart-marks.tsx'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

/** The marks with those for the reports of these days after them. */
export function withEarnings(marks: Marks, points: readonly ChartPoint[], days: readonly string[]) {
  const all = new Map(marks)
  for (const day of days) {
    const point = points.find(({ at }) => dayOf(at) === day)
    if (point) all.set(point.at, [...(all.get(point.at) ?? []), mark])
  }
  return all
}

const mark = { letter: 'E', side: 'bottom', words: 'Reported earnings' } as const
