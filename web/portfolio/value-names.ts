// How a chart of values names its points, and how much room it leaves around them.
import { dayOf, type Range } from '@tengrand/core/day.ts'

import { day, hour, hourOfYear, type Padding } from '../ui/line-chart-scale.ts'
import type { ValueLine } from './value-line.ts'

type Points = ValueLine['points']

/** A hundred dollars above the highest value and below the lowest. */
export const padValue: Padding = () => 100_00

/** The last point has its own name; the others have a day, or a time: where there are many to a day, and the first. */
export function namesOf(range: Range, points: Points, isClosed = false): (at: number) => string {
  const [first, last] = endsOf(points)
  const isShort = hasHours(range, points)
  return (at) => {
    if (at === last) return lastName(isClosed)
    if (isShort) return hour.format(at)
    return (at === first ? hourOfYear : day).format(at)
  }
}

export function hasHours(range: Range, points: Points): boolean {
  const [first, last] = endsOf(points)
  return range === '7d' || last - first < 2 * dayMs
}

/** The first day of a portfolio has no days to name. */
export function ticksOf(points: Points, isClosed = false): ((at: number) => string) | undefined {
  const [first, last] = endsOf(points)
  if (dayOf(first) !== dayOf(last)) return undefined
  return (at) => (at === last ? lastName(isClosed) : 'Start')
}

const endsOf = (points: Points): readonly [number, number] => [
  points[0]?.at ?? 0,
  points.at(-1)?.at ?? 0,
]

/** A chapter that is over does not end now. */
const lastName = (isClosed: boolean): string => (isClosed ? 'End' : 'Now')

const dayMs = 86_400_000
