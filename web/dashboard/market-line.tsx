// The market beside a portfolio: a second line on its chart, and both returns in one sentence.
import { formatPercent, fromDollars, share } from '@tengrand/core/money.ts'
import type { Return } from '@tengrand/core/valuation.ts'

import type { NetWorthHistory } from '../learner-queries.ts'
import { furtherLines, type FurtherLine, type FurtherLines } from '../ui/line-chart-lines.tsx'
import type { ValueLine } from './value-line.ts'

export const marketLook = 'dashes'

type History = Pick<NetWorthHistory, 'data' | 'benchmark'>

/**
 * At the times of the portfolio that have the same dates; null where the server sends none. It begins with what the
 * portfolio had then: of two lines that begin apart, the lower one may have risen more.
 */
export function marketLine(
  { data, benchmark }: History,
  points: ValueLine['points'],
): FurtherLine | null {
  const own = new Map(data.map(({ date }, index) => [date, points[index]]))
  const [first] = benchmark
  const begins = first && own.get(first.date)
  if (!begins) return null
  const placed = benchmark.flatMap(({ date, value }) => {
    const point = own.get(date)
    const scaled = share(fromDollars(value), begins.value, fromDollars(first.value))
    return point ? { at: point.at, value: scaled } : []
  })
  return { name: 'The market', points: placed, look: marketLook }
}

/**
 * The last value of the market stays as the server sent it, while that of a portfolio moves with live prices: the next
 * answer, minutes later, brings both together again.
 */
export function marketLines(history: History, points: ValueLine['points']): FurtherLines {
  const line = marketLine(history, points)
  const lines = known.get(history.benchmark) ?? furtherLines(line ? [line] : [])
  known.set(history.benchmark, lines)
  return lines
}

/** By the answer they were read from, so that a value that moves does not have them drawn anew. */
const known = new WeakMap<History['benchmark'], FurtherLines>()

export function marketReturn({ metrics }: Pick<NetWorthHistory, 'metrics'>): Return | null {
  const { benchmark_return: amount, benchmark_return_percent: percent } = metrics
  return amount === null || percent === null ? null : { amount: fromDollars(amount), percent }
}

export const percentWords = ({ amount, percent }: Return): string =>
  formatPercent(percent, 2, amount)

export const sentenceOf = (own: Return, market: Return | null, who = 'You'): string =>
  market
    ? `${who} ${percentWords(own)}, the market ${percentWords(market)}.`
    : `${who} ${percentWords(own)}. What the market did is not known for this time.`
