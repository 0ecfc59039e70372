// Computes figures about how a learner invests: worst fall, spread, trades per month, cash.
import type { ValuePoint } from './history.ts'
import { cents, percent, roundTo, type Cents } from './money.ts'

interface Fall {
  /** The fall as a negative percentage. */
  readonly percent: number
  /** The times of the peak and of the lowest point after it. */
  readonly from: number
  readonly to: number
}

/** The worst fall below a peak; null where no value lies below an earlier one. */
export function worstFallOf(points: readonly ValuePoint[]): Fall | null {
  let [peak] = points
  let worst: { readonly from: ValuePoint; readonly to: ValuePoint } | null = null
  let worstRatio = 1
  for (const point of points) {
    if (peak === undefined || point.value > peak.value) peak = point
    else if (point.value / peak.value < worstRatio) {
      worstRatio = point.value / peak.value
      worst = { from: peak, to: point }
    }
  }
  if (worst === null) return null
  const { from, to } = worst
  return { percent: percent(cents(to.value - from.value), from.value), from: from.at, to: to.at }
}

/** The number of equally weighted stocks with the same diversification; null if nothing is held. */
export function effectiveNumber(values: readonly number[]): number | null {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total === 0) return null
  return roundTo(1 / values.reduce((sum, value) => sum + (value / total) ** 2, 0), 2)
}

const monthMs = (365.2425 / 12) * 86_400_000

/** A period shorter than a month counts as a month. */
export const perMonth = (count: number, spanMs: number): number =>
  roundTo(count / Math.max(1, spanMs / monthMs), 2)

/** The average share of cash in the total value, in percent. */
export function averageCash(
  points: readonly { readonly cash: Cents; readonly value: Cents }[],
): number {
  const parts = points.map(({ cash, value }) => (value === 0 ? 1 : cash / value))
  return roundTo((parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length)) * 100, 4)
}
