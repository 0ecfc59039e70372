// The line of a stock's chart: its history with the current price as the last point, and the change over the period.
import { asDay, dayOf, startOfDay } from '@tengrand/core/day.ts'
import { cents, fromDollars, percent, type Cents } from '@tengrand/core/money.ts'

import type { PriceHistory } from '../market/prices.ts'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

export interface PriceNow {
  readonly price: Cents
  /** Null where the server does not send it. */
  readonly at: number | null
}

export interface PriceLine {
  readonly points: readonly ChartPoint[]
  readonly change: { readonly amount: Cents; readonly percent: number }
}

/** Null where the history has no points. */
export function priceLine(history: PriceHistory, now: PriceNow): PriceLine | null {
  const { historical_data, metrics } = history
  const last = historical_data.at(-1)
  if (!last) return null
  const points = historical_data.map(({ date, price }) => ({
    at: instantOf(date),
    value: fromDollars(price),
  }))
  // The base of the server's change, so that the change moves with the live price.
  const base = cents(fromDollars(last.price) - fromDollars(metrics.period_return))
  const amount = cents(now.price - base)
  return {
    points: endingIn(now, points, last.date),
    change: {
      amount,
      percent: base > 0 ? percent(amount, base) : metrics.period_return_percent,
    },
  }
}

export const isDaily = (history: PriceHistory): boolean =>
  dayPattern.test(history.historical_data.at(-1)?.date ?? '')

const dayPattern = /^\d{4}-\d\d-\d\d$/

const instantOf = (date: string): number =>
  dayPattern.test(date) ? startOfDay(asDay(date)) : Date.parse(date)

/** The current price replaces the last point, or follows it as a new one on a later day or time. */
function endingIn({ price, at }: PriceNow, points: readonly ChartPoint[], lastDate: string) {
  const last = points.at(-1)
  if (!last) return []
  const goesOn =
    at !== null && (dayPattern.test(lastDate) ? dayOf(at) > asDay(lastDate) : at > last.at)
  const before = goesOn ? points : points.slice(0, -1)
  return [...before, { at: goesOn ? at : last.at, value: price }]
}
