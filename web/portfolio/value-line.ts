// The line of the performance chart: the value over time, which ends in that of the moment, and what the period brought.
import { addDays, asDay, instantAt, startOfDay } from '@tengrand/core/day.ts'
import { cents, fromDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince, type Return } from '@tengrand/core/valuation.ts'

import type { NetWorthHistory } from './queries.ts'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

export interface ValueLine {
  /** Rising in time; none where the server has none. */
  readonly points: readonly ChartPoint[]
  readonly period: Return
  /** What it was read from. */
  readonly history: NetWorthHistory
}

export function valueLine(history: NetWorthHistory, now: Cents): ValueLine {
  const { data, metrics } = history
  const points = known.get(data) ?? placed(data)
  known.set(data, points)
  const last = points.at(-1)
  // What the server compares with, so that the return can go on with the value.
  const base = cents(fromDollars(metrics.current_value) - fromDollars(metrics.period_return))
  return {
    points: last ? [...points.slice(0, -1), { at: last.at, value: now }] : [],
    period: returnSince(base, now),
    history,
  }
}

/** By the answer they were read from: another value comes every two seconds, another line every few minutes. */
const known = new WeakMap<NetWorthHistory['data'], readonly ChartPoint[]>()

/** Where each of them stands in time. */
export function placed(data: NetWorthHistory['data']): ChartPoint[] {
  const lastDate = data.at(-1)?.date ?? ''
  const end = isDay(lastDate) ? Infinity : Date.parse(lastDate)
  const points: ChartPoint[] = []
  for (const { date, value } of data) {
    const at = isDay(date) ? placeOf(date, { after: points.at(-1)?.at, end }) : Date.parse(date)
    points.push({ at, value: fromDollars(value) })
  }
  return points
}

const isDay = (date: string): boolean => /^\d{4}-\d\d-\d\d$/.test(date)

/**
 * A day stands at its end. Where that is still to come, because the exchange closes earlier, it stands at the close, or
 * at least between its neighbors.
 */
function placeOf(date: string, { after, end }: { after: number | undefined; end: number }): number {
  const day = asDay(date)
  const from = after ?? startOfDay(day)
  const places = [startOfDay(addDays(day, 1)) - 1, instantAt(day, exchangeClosesMs)]
  return places.find((at) => at > from && at < end) ?? (from + end) / 2
}

const exchangeClosesMs = 16 * 3_600_000
