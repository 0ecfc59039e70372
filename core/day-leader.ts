// Finds the stock that made most of the change of a day.
import type { Cents } from './money.ts'

interface Part {
  readonly ticker: string
  /** The change of what is held of the stock since the last close. */
  readonly amount: Cents
}

/** Null where the parts do not add up to the change, as after trades of the day, and where nothing changed. */
export function dayLeaderOf(change: Cents, parts: readonly Part[]): string | null {
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  if (change === 0 || Math.abs(sum - change) * 10 > Math.abs(change)) return null
  const [first] = parts.toSorted((one, other) => (other.amount - one.amount) * Math.sign(change))
  return first?.ticker ?? null
}
