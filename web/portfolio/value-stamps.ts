// The times of a chart of values as spreadsheets read them.
import { dayOf, type Range } from '@tengrand/core/day.ts'

import type { ValueLine } from './value-line.ts'
import { hasHours } from './value-names.ts'

export function stampsOf(range: Range, points: ValueLine['points']): (at: number) => string {
  const ends = new Set([points[0]?.at, points.at(-1)?.at])
  const isShort = hasHours(range, points)
  return (at) => (ends.has(at) || isShort ? new Date(at).toISOString() : dayOf(at))
}
