// Computes what each stock earned or cost over a range, and formats it for the API.
import { contributionsOf, openSums } from '@tengrand/core/contributions.ts'
import { cents, toDollars } from '@tengrand/core/money.ts'

import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { forEachInChunks, yieldToEventLoop } from '../yield-to-event-loop.ts'
import type { InsightsAnswer, PerformanceFacts } from './performance.ts'

export async function contributionsIn(
  { closing }: Pick<PortfolioRow, 'closing'>,
  { facts, points, past, entries, symbolOf }: PerformanceFacts,
): Promise<InsightsAnswer['contributions']> {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) throw new Error('A history has a point for now.')
  const sums = openSums()
  await forEachInChunks(
    entries.filter(({ at }) => at > first.at),
    sums.add,
  )
  await yieldToEventLoop()
  const prices = past.closing
  const closed = closing && prices && { value: closing.value, prices, late: past.late }
  const wanted = { history: facts, first, last, sums: sums.sums(), closing: closed }
  const { from, to, total, parts } = contributionsOf(wanted)
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    total: toDollars(total),
    contributions: parts.map((part) => ({
      ticker: symbolOf(part.ticker),
      amount: toDollars(part.amount),
      realized: toDollars(part.realized),
      unrealized: toDollars(cents(part.amount - part.realized)),
      start_value: toDollars(part.startValue),
      end_value: toDollars(part.endValue),
      start_price: part.startPrice && toDollars(part.startPrice),
      end_price: part.endPrice && toDollars(part.endPrice),
      bought: toDollars(part.bought),
      sold: toDollars(part.sold),
      split_cash: toDollars(part.splitCash),
    })),
  }
}
