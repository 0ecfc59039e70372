// The figure of a share's price over a year, above and below the price that was paid for it.
import {
  cents,
  formatGain,
  formatPercent,
  percent,
  times,
  type Cents,
} from '@tengrand/core/money.ts'

import { Axis, Figure, Line, Stretched, at, pathOf, scaleOf, wholeDollars } from './figure.tsx'

export const quantity = 10
const prices = [80, 83, 78, 70, 64, 69, 74, 82, 87, 84, 90, 95, 92].map((price) =>
  cents(price * 100),
)
export const paid = cents(8_000)
const lowestMonth = 4
const lastMonth = prices.length - 1

const stateIn = (month: number) => paperGain(quantity, { paid, now: prices[month] ?? paid })
export const lowest = stateIn(lowestMonth)
export const last = stateIn(lastMonth)

const x = scaleOf(0, lastMonth, 2, 98)
const y = scaleOf(5_800, 10_000, 88, 0)
const line = pathOf(prices, x, y)
const area = `${line}L${x(lastMonth)} ${y(paid)}L${x(0)} ${y(paid)}z`
const ticks = [0, 3, 6, 9, 12].map((month) => ({
  place: x(month),
  words: month === 0 ? 'Month 0' : String(month),
}))
const words = (state: typeof last): string =>
  `${formatGain(state.gain)} (${formatPercent(state.percent, 2, state.gain)})`

export function ShareOverTime() {
  return (
    <Figure
      title={`A year with ${quantity} shares that cost ${wholeDollars(paid)} each`}
      description={`A line of monthly prices that begins at ${wholeDollars(paid)}, falls to ${wholeDollars(prices[lowestMonth] ?? paid)} in month ${lowestMonth}, where ${words(lowest)} is unrealized, and ends at ${wholeDollars(prices[lastMonth] ?? paid)} in month ${lastMonth} with ${words(last)}.`}
      caption="A made-up example. Above the dashed line the shares are worth more than they cost, below it less."
      height={240}
    >
      <Stretched>
        <Areas />
        <Line path={line} className="stroke-ink" />
        <Line path={`M0 ${y(paid)}H100`} dashed className="stroke-control" />
      </Stretched>
      <text x="100%" y={at(y(paid))} dy="16" textAnchor="end" className="fill-muted">
        price paid {wholeDollars(paid)}
      </text>
      <Mark month={lowestMonth} dy={22} anchor="middle" className="fill-loss" />
      <Mark month={lastMonth} dy={-22} anchor="end" className="fill-gain" />
      <Axis ticks={ticks} />
    </Figure>
  )
}

/** Green above the price paid, red below it. */
function Areas() {
  return (
    <>
      <clipPath id="above-paid">
        <rect width="100" height={y(paid)} />
      </clipPath>
      <clipPath id="below-paid">
        <rect y={y(paid)} width="100" height={100 - y(paid)} />
      </clipPath>
      <path d={area} clipPath="url(#above-paid)" className="fill-gain/20" />
      <path d={area} clipPath="url(#below-paid)" className="fill-loss/20" />
    </>
  )
}

interface MarkProps {
  readonly month: number
  readonly dy: number
  readonly anchor: 'middle' | 'end'
  readonly className: string
}

function Mark({ month, dy, anchor, className }: MarkProps) {
  const place = { x: at(x(month)), y: at(y(prices[month] ?? paid)) }
  return (
    <g className={className}>
      <circle cx={place.x} cy={place.y} r="5" className="stroke-surface" strokeWidth="2" />
      <text {...place} dy={dy} textAnchor={anchor} className="font-medium">
        {words(stateIn(month))}
      </text>
    </g>
  )
}

/** The unrealized gain or loss of shares. */
export function paperGain(count: number, one: { readonly paid: Cents; readonly now: Cents }) {
  const value = times(one.now, count)
  const cost = times(one.paid, count)
  const gain = cents(value - cost)
  return { value, gain, percent: percent(gain, cost) }
}
