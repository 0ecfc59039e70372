// The market's line in a lesson: the starting cash in equal parts of all stocks, from the start on.
import { fromDollars, toDollars, type Cents } from '@tengrand/core/money.ts'
import { useMemo } from 'react'

import type { ChartPoint } from '../ui/line-chart-scale.ts'
import type { Lines, Mark } from './trail.ts'

/** Empty before the first lines. */
export function useMarketLine(lines: Lines, cash: Cents, now: Mark | null): readonly ChartPoint[] {
  const past = useMemo(() => pastOf(lines, cash), [lines, cash])
  return useMemo(() => {
    if (now === null || now.at <= (past.at(-1)?.at ?? Infinity)) return past
    const value = valueBy([...lines], cash, (symbol) => now.quotes.get(symbol)?.price)
    return [...past, { at: now.at, value }]
  }, [past, lines, cash, now])
}

function pastOf(lines: Lines, cash: Cents): ChartPoint[] {
  const all = [...lines]
  return (all[0]?.[1] ?? []).map(({ at }, index) => ({
    at,
    value: valueBy(all, cash, (_symbol, line) => line[index]?.value),
  }))
}

type Line = readonly ChartPoint[]
type Named = readonly (readonly [symbol: string, line: Line])[]
type PriceOf = (symbol: string, line: Line) => Cents | undefined

const valueBy = (all: Named, cash: Cents, priceOf: PriceOf): Cents =>
  fromDollars(toDollars(cash) * growthOf(all, priceOf))

/** The mean of what each stock has become of one dollar. A stock without a price counts as at the start. */
function growthOf(all: Named, priceOf: PriceOf): number {
  const sum = all.reduce((total, [symbol, line]) => {
    const first = line[0]?.value
    return total + (first === undefined ? 1 : (priceOf(symbol, line) ?? first) / first)
  }, 0)
  return sum / all.length
}
