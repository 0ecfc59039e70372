// Formats values over time for the API.
import { dayOf, type Range } from '@tengrand/core/day.ts'
import type { ValuePoint } from '@tengrand/core/history.ts'
import { toDollars } from '@tengrand/core/money.ts'

interface Ends {
  readonly from: number
  readonly now: number
}

/** The ends are instants; between them are closes, and a close at midnight is of the day before. */
export const dateOnWire =
  ({ from, now }: Ends, range: Range) =>
  (at: number): string =>
    range === '7d' || at === from || at === now ? new Date(at).toISOString() : dayOf(at - 1)

/** With the dates that the line of the portfolio has, which begins at an instant. */
export function lineOnWire(
  points: readonly ValuePoint[],
  ends: Ends,
  range: Range,
  begin = points[0]?.at ?? ends.now,
) {
  const dateOf = dateOnWire(ends, range)
  const start = dateOf(begin)
  return (
    points
      .map(({ at, value }) => ({ date: dateOf(at), value: toDollars(value) }))
      // A day that is over was the start's own: as a date it would stand before it.
      .filter(({ date }) => date >= start)
  )
}
