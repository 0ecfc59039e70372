// The labels of a chart of values: names of its points, ticks, times for spreadsheets; and the padding around its lines.
import { dayOf, type Range } from '@tengrand/core/day.ts'

import { day, hour, hourOfYear, type Padding } from '../ui/line-chart-scale.ts'
import type { ValueLine } from './value-line.ts'

type Points = ValueLine['points']

/** A hundred dollars above the highest value and below the lowest. */
export const padValue: Padding = () => 100_00

/** The last point is 'Now' or 'End'. The others have a day, or a time: the first, and all where a day has many. */
export function namesOf(range: Range, points: Points, isClosed = false): (at: number) => string {
  const [first, last] = endsOf(points)
  const isShort = hasHours(range, points)
  return (at) => {
    if (at === last) return lastName(isClosed)
    if (isShort) return hour.format(at)
    return (at === first ? hourOfYear : day).format(at)
  }
}

/** Undefined where the days of the axis are enough, which a portfolio does not have on its first day. */
export function ticksOf(points: Points, isClosed = false): ((at: number) => string) | undefined {
  const [first, last] = endsOf(points)
  if (dayOf(first) !== dayOf(last)) return undefined
  return (at) => (at === last ? lastName(isClosed) : 'Start')
}

/** The times as spreadsheets read them. */
export function stampsOf(range: Range, points: Points): (at: number) => string {
  const ends = endsOf(points)
  const isShort = hasHours(range, points)
  return (at) => (isShort || ends.includes(at) ? new Date(at).toISOString() : dayOf(at))
}

function hasHours(range: Range, points: Points): boolean {
  const [first, last] = endsOf(points)
  return range === '7d' || last - first < 2 * dayMs
}

const endsOf = (points: Points): readonly [number, number] => [
  points[0]?.at ?? 0,
  points.at(-1)?.at ?? 0,
]

const lastName = (isClosed: boolean): string => (isClosed ? 'End' : 'Now')

const dayMs = 86_400_000
