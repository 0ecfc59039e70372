// The texts of a journal entry: what was done, how sure the learner was, and what became of the forecast.
import { dayMs } from '@tengrand/core/day.ts'
import { termDays } from '@tengrand/core/journal.ts'
import { formatMoney, formatPercent, formatShares, fromDollars } from '@tengrand/core/money.ts'

import { instantNow } from '../ui/instant.ts'
import type { Entry } from './queries.ts'

/** The words before the stock and after it: 'Bought 5 shares of', 'at $189.12'. */
export function doneWords({
  type,
  kind,
  quantity,
  price,
  waiting,
}: Entry): readonly [string, string] {
  const isBuy = type === 'BUY'
  const amount = formatMoney(fromDollars(price))
  const shares = formatShares(quantity)
  if (!waiting) return [`${isBuy ? 'Bought' : 'Sold'} ${shares} of`, `at ${amount}`]
  const limit = `at ${amount} or ${isBuy ? 'less' : 'more'}`
  const condition = kind === 'stop' ? `if it falls to ${amount}` : limit
  return [`${isBuy ? 'Buy' : 'Sell'} ${shares} of`, `${condition}. Waits for its price.`]
}

export const sureWords = ({ confidence, type }: Entry): string =>
  `${confidence}% sure: ${type === 'BUY' ? 'better' : 'worse'} than the market`

/** Without a result yet: when it comes. */
export function dueWords({ due_at }: Entry, now = instantNow()): string {
  if (due_at === null) return `the ${termDays} days begin with the trade`
  const days = Math.ceil((Date.parse(due_at) - now) / dayMs)
  if (days <= 0) return 'waiting for closing prices'
  return `result in ${days === 1 ? '1 day' : `${days} days`}`
}

export const outcomeWords = {
  right: 'Right',
  wrong: 'Wrong',
  even: 'Even',
  lapsed: 'Lapsed',
} as const

/** Why there are no returns, or what they were. */
export function returnsWords(entry: Entry): string {
  const { outcome, ticker, stock_return_percent: stock, market_return_percent: market } = entry
  if (outcome === 'lapsed') return 'it ended too early for a result'
  if (stock === null || market === null) return ''
  return `${ticker} ${formatPercent(stock)}, the market ${formatPercent(market)}`
}
