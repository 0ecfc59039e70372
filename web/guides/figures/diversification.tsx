// The figure of diversification: the swings of a portfolio by number of stocks, related and unrelated.
import { formatPercent, roundTo } from '@tengrand/core/money.ts'

import { Axis, Figure, Line, Stretched, at, pathOf, scaleOf } from './figure.tsx'

/** About the values of the sixteen stocks; a test compares them with the statistics of the market. */
export const typical = { each: 45, correlation: 0.43 }
const unrelated = { each: typical.each, correlation: 0 }

const counts = [1, 2, 4, 8, 16]
export const swings = counts.map((stocks) => volatilityOf(stocks, typical))
export const unrelatedSwings = counts.map((stocks) => volatilityOf(stocks, unrelated))

const x = scaleOf(0, counts.length - 1, 8, 92)
const y = scaleOf(0, 50, 86, 0)
/** The percentage without a sign, because a swing has no direction. */
const inPercent = (value: number): string => formatPercent(value, 1).slice(1)
const listOf = (values: readonly number[]): string => values.map(inPercent).join(', ')
const ticks = counts.map((stocks, index) => ({
  place: x(index),
  words: stocks === 1 ? '1 stock' : String(stocks),
}))

export function Diversification() {
  return (
    <Figure
      title="Swings in a year, by number of stocks"
      description={`For 1, 2, 4, 8 and 16 stocks: ${listOf(swings)} where they partly move together, ${listOf(unrelatedSwings)} where they have nothing to do with each other.`}
      caption={`Computed for equal parts of stocks that each swing ${typical.each}% a year. Solid: correlation ${typical.correlation}, about that of the sixteen stocks here. Dashed: correlation 0, which no real group of stocks has.`}
      height={280}
    >
      <line x1="0" x2="100%" y1={at(y(0))} y2={at(y(0))} className="stroke-line" />
      <Stretched>
        <Line path={pathOf(swings, x, y)} className="stroke-accent" />
        <Line path={pathOf(unrelatedSwings, x, y)} dashed className="stroke-ink" />
      </Stretched>
      <Points values={unrelatedSwings} dy={20} shape="hollow" />
      <Points values={swings} dy={-11} shape="filled" />
      <text x="100%" y={at(y(swings[4] ?? 0))} dy="-46" textAnchor="end" className="fill-accent">
        partly moving together
      </text>
      <text
        x="100%"
        y={at(y(unrelatedSwings[4] ?? 0))}
        dy="-24"
        textAnchor="end"
        className="fill-ink"
      >
        unrelated
      </text>
      <Axis ticks={ticks} />
    </Figure>
  )
}

interface PointsProps {
  readonly values: readonly number[]
  readonly dy: number
  readonly shape: keyof typeof shapes
}

const shapes = {
  filled: { dot: 'fill-accent', words: 'fill-accent' },
  hollow: { dot: 'fill-surface stroke-ink', words: 'fill-ink' },
}

/** Both lines begin at the same point, which is labeled once. */
function Points({ values, dy, shape }: PointsProps) {
  const { dot, words } = shapes[shape]
  return values.map((value, index) => (
    <g key={counts[index]}>
      <circle cx={at(x(index))} cy={at(y(value))} r="4" strokeWidth="2" className={dot} />
      {(index > 0 || shape === 'filled') && (
        <text
          x={at(x(index))}
          y={at(y(value))}
          dy={dy}
          textAnchor="middle"
          className={`font-medium ${words}`}
        >
          {inPercent(value)}
        </text>
      )}
    </g>
  ))
}

/**
 * How much the value of equal parts of some stocks swings in a year, in percent, where each swings alike and any two
 * of them are correlated alike.
 */
export function volatilityOf(
  stocks: number,
  { each, correlation }: { readonly each: number; readonly correlation: number },
): number {
  return roundTo(each * Math.sqrt(1 / stocks + (1 - 1 / stocks) * correlation), 1)
}
