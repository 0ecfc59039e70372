// The figure of the price guard: around the price on screen an order is executed, further away it is refused.
import { cents, formatMoney, type Cents } from '@tengrand/core/money.ts'

import { Figure, at, scaleOf } from './figure.tsx'

const roomCentsMin = 2
export const seen = cents(200_00)
const guard = guardAround(seen)
export const executed = cents(200_90)
export const refused = cents(203_10)

const x = scaleOf(196_00, 204_00, 0, 100)
const bandTop = 60
const bandHeight = 32

export function PriceGuard() {
  return (
    <Figure
      title={`You saw ${formatMoney(seen)} and press Execute Trade`}
      description={`A line of prices. From ${formatMoney(guard.low)} to ${formatMoney(guard.high)} the order is executed, at ${formatMoney(executed)} for example; outside, as at ${formatMoney(refused)}, it is refused.`}
      caption="The guard reaches 1%, and at least 2 cents, to both sides of the price you saw."
      height={136}
    >
      <line
        x1="0"
        x2="100%"
        y1={bandTop + bandHeight / 2}
        y2={bandTop + bandHeight / 2}
        className="stroke-control"
      />
      <rect
        x={at(x(guard.low))}
        y={bandTop}
        width={at(x(guard.high) - x(guard.low))}
        height={bandHeight}
        rx="6"
        className="fill-accent-soft stroke-accent"
      />
      <Example price={executed} words="executed" className="fill-accent" />
      <Example price={refused} words="refused" className="fill-loss" />
      <Marks />
    </Figure>
  )
}

/** The price on screen, and the ends of the guard. */
function Marks() {
  return (
    <>
      {[guard.low, seen, guard.high].map((price) => (
        <g key={price}>
          <line
            x1={at(x(price))}
            x2={at(x(price))}
            y1={bandTop}
            y2={bandTop + bandHeight + 6}
            strokeDasharray={price === seen ? '3 3' : undefined}
            className="stroke-accent"
          />
          <text
            x={at(x(price))}
            y={bandTop + bandHeight + 22}
            textAnchor="middle"
            className={price === seen ? 'fill-ink font-medium' : 'fill-muted'}
          >
            {formatMoney(price)}
          </text>
        </g>
      ))}
      <text
        x={at(x(seen))}
        y={bandTop + bandHeight + 40}
        textAnchor="middle"
        className="fill-muted"
      >
        the price that you saw
      </text>
    </>
  )
}

function Example({ price, words, className }: { price: Cents; words: string; className: string }) {
  const middle = bandTop + bandHeight / 2
  return (
    <g className={className}>
      <line x1={at(x(price))} x2={at(x(price))} y1="36" y2={middle} className="stroke-muted" />
      <circle cx={at(x(price))} cy={middle} r="5" />
      <text x={at(x(price))} y="12" textAnchor="middle" className="font-medium">
        {formatMoney(price)}
      </text>
      <text x={at(x(price))} y="28" textAnchor="middle">
        {words}
      </text>
    </g>
  )
}

/** The range of prices, ends included, at which the order is executed. */
export function guardAround(price: Cents): { readonly low: Cents; readonly high: Cents } {
  const room = Math.max(Math.floor(price / 100), roomCentsMin)
  return { low: cents(price - room), high: cents(price + room) }
}
