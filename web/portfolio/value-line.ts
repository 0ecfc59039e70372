// The line of the performance chart: the points of a history with the live value as the last one, and the return of the period.
import { addDays, asDay, instantAt, startOfDay } from '@tengrand/core/day.ts'
import { cents, fromDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince, type Return } from '@tengrand/core/valuation.ts'

import type { NetWorthHistory } from './queries.ts'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

export interface ValueLine {
  /** The points in order of time; empty where the server has none. */
  readonly points: readonly ChartPoint[]
  readonly period: Return
  readonly history: NetWorthHistory
}

export function valueLine(history: NetWorthHistory, now: Cents): ValueLine {
  const { data, metrics } = history
  const points = cache.get(data) ?? placed(data)
  cache.set(data, points)
  const last = points.at(-1)
  // The base of the server's return, so that the return moves with the live value.
  const base = cents(fromDollars(metrics.current_value) - fromDollars(metrics.period_return))
  return {
    points: last ? [...points.slice(0, -1), { at: last.at, value: now }] : [],
    period: returnSince(base, now),
    history,
  }
}

/** Cached by the answer: the value changes every two seconds, the history every few minutes. */
const cache = new WeakMap<NetWorthHistory['data'], readonly ChartPoint[]>()

/** The points with their times. */
export function placed(data: NetWorthHistory['data']): ChartPoint[] {
  const lastDate = data.at(-1)?.date ?? ''
  const end = isDay(lastDate) ? Infinity : Date.parse(lastDate)
  const points: ChartPoint[] = []
  for (const { date, value } of data) {
    const at = isDay(date) ? timeOf(date, { after: points.at(-1)?.at, end }) : Date.parse(date)
    points.push({ at, value: fromDollars(value) })
  }
  return points
}

const isDay = (date: string): boolean => /^\d{4}-\d\d-\d\d$/.test(date)

/** The end of the day; where that is in the future, the close of the exchange, or a time between the neighbors. */
function timeOf(date: string, { after, end }: { after: number | undefined; end: number }): number {
  const day = asDay(date)
  const from = after ?? startOfDay(day)
  const candidates = [startOfDay(addDays(day, 1)) - 1, instantAt(day, exchangeClosesMs)]
  return candidates.find((at) => at > from && at < end) ?? (from + end) / 2
}

const exchangeClosesMs = 16 * 3_600_000
