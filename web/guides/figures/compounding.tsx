// The figure of compounding: money whose gains stay in, beside money whose gains are paid out.
import { cents, formatMoney, roundTo, type Cents } from '@tengrand/core/money.ts'

import { Axis, Figure, Line, Stretched, at, pathOf, scaleOf, wholeDollars } from './figure.tsx'

export const start = cents(100_000)
export const ratePercent = 7
export const years = 30
const growing = compounded(start, ratePercent, years)
const constant = paidOut(start, ratePercent, years)
export const grown = growing[years] ?? start
export const takenOut = constant[years] ?? start

const x = scaleOf(0, years, 0, 98)
const y = scaleOf(0, 8_200_00, 88, 0)
const ticks = [0, 10, 20, 30].map((year) => ({
  place: x(year),
  words: year === 0 ? 'Year 0' : String(year),
}))

export function Compounding() {
  return (
    <Figure
      title={`${wholeDollars(start)} at ${ratePercent}% a year for ${years} years`}
      description={`Two lines that begin at ${wholeDollars(start)}. With the gains left in, the line bends upwards to ${formatMoney(grown)}. With the gains paid out, it rises evenly to ${formatMoney(takenOut)} in all.`}
      caption="Computed with the same rate in every year, which no share ever has. Costs, taxes and inflation are left out."
      height={260}
    >
      <Grid />
      <Stretched>
        <path d={`${pathOf(growing, x, y)}V${y(0)}H0z`} className="fill-accent/10" />
        <Line path={pathOf(growing, x, y)} className="stroke-accent" />
        <Line path={pathOf(constant, x, y)} dashed className="stroke-ink" />
      </Stretched>
      <circle cx={at(x(years))} cy={at(y(grown))} r="4" className="fill-accent" />
      <circle cx={at(x(years))} cy={at(y(takenOut))} r="4" className="fill-ink" />
      <text x="90%" y={at(y(grown))} dy="4" textAnchor="end" className="fill-accent font-medium">
        gains left in: {formatMoney(grown)}
      </text>
      <text x="98%" y={at(y(takenOut))} dy="45" textAnchor="end" className="fill-ink font-medium">
        gains paid out: {formatMoney(takenOut)}
      </text>
      <Axis ticks={ticks} />
    </Figure>
  )
}

function Grid() {
  return [0, 2_000_00, 4_000_00, 6_000_00].map((value) => (
    <g key={value}>
      <line x1="0" x2="100%" y1={at(y(value))} y2={at(y(value))} className="stroke-line" />
      {value > 0 && (
        <text x="0" y={at(y(value))} dy="-5" className="fill-muted">
          {wholeDollars(cents(value))}
        </text>
      )}
    </g>
  ))
}

/** The value after each year, from the start, with the gains left in. */
export function compounded(amount: Cents, rate: number, count: number): Cents[] {
  return yearByYear(count, (year) => amount * (1 + rate / 100) ** year)
}

/** The value and the gains paid out so far, after each year. */
export function paidOut(amount: Cents, rate: number, count: number): Cents[] {
  return yearByYear(count, (year) => amount * (1 + (rate / 100) * year))
}

function yearByYear(count: number, valueIn: (year: number) => number): Cents[] {
  return Array.from({ length: count + 1 }, (_, year) => cents(roundTo(valueIn(year), 0)))
}
