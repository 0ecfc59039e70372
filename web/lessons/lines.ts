// The lines since the start of a lesson: those of its stocks, and that of the market.
import type { Answer } from '@tengrand/contract/call.ts'
import { leaguePriceLines } from '@tengrand/contract/lessons.ts'
import { marketAt } from '@tengrand/core/lesson.ts'
import { fromDollars, toDollars, type Cents } from '@tengrand/core/money.ts'
import { useMemo } from 'react'

import type { Lesson, LessonMarket } from '../leagues/lesson-words.ts'
import { useLearnerQuery } from '../session/learner-query.ts'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

export type Line = readonly ChartPoint[]
/** By symbol. */
export type Lines = ReadonlyMap<string, Line>

/** As the server knows them; empty before the first answer. */
export function usePriceLines({ id, market }: Lesson, refetchInterval: number | false = false) {
  const key = ['leagues', id, 'price-lines']
  const asked = { params: { league: id } }
  const { data } = useLearnerQuery(leaguePriceLines, asked, key, { refetchInterval })
  return useMemo(() => (data ? linesOf(data, market) : noLines), [data, market])
}

const noLines: Lines = new Map()

function linesOf({ ticks, lines }: Answer<typeof leaguePriceLines>, market: LessonMarket): Lines {
  const opensAt = Date.parse(market.opens_at)
  const times = ticks.map((tick) => marketAt({ ...market, opensAt }, tick))
  const pointsOf = (prices: readonly number[]): Line =>
    prices.map((price, index) => ({ at: times[index] ?? opensAt, value: fromDollars(price) }))
  return new Map(lines.map(({ ticker, prices }) => [ticker, pointsOf(prices)]))
}

/** The starting cash in equal parts of all stocks. A stock without a price counts as at the start. */
export function marketLine(lines: Lines, cash: Cents): Line {
  const all = [...lines.values()]
  const growthAt = (index: number): number =>
    all.reduce((sum, line) => {
      const first = line[0]?.value ?? 1
      return sum + (line[index]?.value ?? first) / first
    }, 0) / all.length
  return (all[0] ?? []).map(({ at }, index) => ({
    at,
    value: fromDollars(toDollars(cash) * growthAt(index)),
  }))
}

export const isLoss = (line: Line): boolean => (line.at(-1)?.value ?? 0) < (line[0]?.value ?? 0)
