// The prices of all stocks since the start of a lesson: the query, the market's line, and that of one stock.
import type { Answer } from '@tengrand/contract/call.ts'
import { leaguePriceLines } from '@tengrand/contract/lessons.ts'
import { cents, fromDollars, share, type Cents } from '@tengrand/core/money.ts'

import { useLearnerQuery } from '../session/learner-query.ts'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

type PriceLines = Answer<typeof leaguePriceLines>

export const useLessonLines = (league: string, isMoving: boolean) =>
  useLearnerQuery(leaguePriceLines, { params: { league } }, ['leagues', league, 'price-lines'], {
    refetchInterval: isMoving && linesMs,
  })

const linesMs = 5_000

/** The starting cash in equal parts of all stocks. */
export function marketPoints({ ticks, lines }: PriceLines, cash: Cents): ChartPoint[] {
  const all = lines.map(({ prices }) => prices.map(fromDollars))
  const worth = (prices: readonly Cents[], index: number): number => {
    const [first = 1] = prices
    return share(cash, prices[index] ?? first, all.length * first)
  }
  return ticks.map((at, index) => ({
    at,
    value: cents(all.reduce((sum, prices) => sum + worth(prices, index), 0)),
  }))
}

/** Empty for a stock that the answer does not have. */
export function stockPoints({ ticks, lines }: PriceLines, symbol: string): ChartPoint[] {
  const { prices = [] } = lines.find(({ ticker }) => ticker === symbol) ?? {}
  return prices.map((price, index) => ({ at: ticks[index] ?? index, value: fromDollars(price) }))
}
