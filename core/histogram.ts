// How many of a list of amounts lie between round bounds.
import { cents, type Cents } from './money.ts'

export interface Bucket {
  readonly from: Cents
  /** What lies on it is in the next one. */
  readonly to: Cents
  readonly count: number
}

const bucketsAbout = 20
const steps = [1, 2, 5, 10]

/** For amounts in cents that rise. The bounds are round, and another amount lies between the first and the last, too. */
export function histogramOf(values: readonly number[], another: number): Bucket[] {
  const [low, high] = [
    Math.min(values[0] ?? another, another),
    Math.max(values.at(-1) ?? another, another),
  ]
  const step = stepFor(high - low)
  const first = Math.floor(low / step)
  const counts = Array.from({ length: Math.floor(high / step) - first + 1 }, () => 0)
  for (const value of values) {
    const place = Math.floor(value / step) - first
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts.map((count, place) => ({
    from: cents((first + place) * step),
    to: cents((first + place + 1) * step),
    count,
  }))
}

/** At least a dollar. */
function stepFor(span: number): number {
  const exact = Math.max(100, span / bucketsAbout)
  const magnitude = 10 ** Math.floor(Math.log10(exact))
  return (steps.find((step) => step * magnitude >= exact) ?? 10) * magnitude
}
