// Marks for the learner's trades on a chart, each at the last point before the trade; a fresh trade is at the current price.
import { dayOf } from '@tengrand/core/day.ts'
import { formatMoney, formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import type { Transaction } from '../portfolio/queries.ts'
import type { ChartMark, Marks } from '../ui/line-chart-marks.tsx'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

/** Daily points are at the beginning of their day, so the last point before a trade is that of its day or hour. */
export function tradeMarks(
  points: readonly ChartPoint[],
  transactions: readonly Transaction[],
): Marks {
  const marks = new Map<number, ChartMark[]>()
  for (const { type, letter, side, verb } of kinds) {
    const trades = transactions.filter((transaction) => transaction.type === type)
    const byPoint = Map.groupBy(trades, ({ timestamp }) => pointOf(points, timestamp))
    for (const [at, those] of byPoint) {
      if (at === null) continue
      const mark = { letter, side, words: `${verb} ${inWords(those)}` }
      marks.set(at, [...(marks.get(at) ?? []), mark])
    }
  }
  return marks
}

const kinds = [
  { type: 'BUY', letter: 'B', side: 'below', verb: 'Bought' },
  { type: 'SELL', letter: 'S', side: 'above', verb: 'Sold' },
] as const

/** Null for a trade from before the line begins. */
function pointOf(points: readonly ChartPoint[], timestamp: string): number | null {
  const at = Date.parse(timestamp)
  const index = points.findLastIndex((point) => point.at <= at)
  const before = points[index]
  const last = points.at(-1)
  if (!before || !last) return null
  // A trade within the hour was at about the current price, which is the end of the line.
  const isFresh = index === points.length - 2 || last.at - before.at < hourMs
  return isFresh && dayOf(at) === dayOf(last.at) ? last.at : before.at
}

const hourMs = 3_600_000

function inWords(trades: readonly Transaction[]): string {
  const quantity = formatQuantity(trades.reduce((sum, trade) => sum + trade.quantity, 0))
  const [only] = trades
  return only && trades.length === 1
    ? `${quantity} at ${formatMoney(fromDollars(only.price))}`
    : `${quantity} in ${trades.length} trades`
}
