// Counts amounts of money in buckets with round bounds.
import { cents, type Cents } from './money.ts'

export interface Bucket {
  readonly from: Cents
  /** Exclusive. */
  readonly to: Cents
  readonly count: number
}

const bucketsAbout = 20
const steps = [1, 2, 5, 10]

/** Counts ascending amounts in cents. The buckets also cover `another`, which is not counted. */
export function histogramOf(values: readonly number[], another: number): Bucket[] {
  const low = Math.min(values[0] ?? another, another)
  const high = Math.max(values.at(-1) ?? another, another)
  const step = stepFor(high - low)
  const first = Math.floor(low / step)
  const counts = Array.from({ length: Math.floor(high / step) - first + 1 }, () => 0)
  for (const value of values) {
    const bucket = Math.floor(value / step) - first
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts.map((count, bucket) => ({
    from: cents((first + bucket) * step),
    to: cents((first + bucket + 1) * step),
    count,
  }))
}

/** The width of a bucket, at least a dollar. */
function stepFor(span: number): number {
  const exact = Math.max(100, span / bucketsAbout)
  const magnitude = 10 ** Math.floor(Math.log10(exact))
  return (steps.find((step) => step * magnitude >= exact) ?? 10) * magnitude
}
