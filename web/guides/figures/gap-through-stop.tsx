// The figure of a stop order that a price jumps past overnight.
import { cents, formatMoney } from '@tengrand/core/money.ts'

import { at, Axis, Figure, Line, pathOf, scaleOf, Stretched } from './figure.tsx'

const stop = cents(175_00)
const sold = cents(165_00)
const dayBefore = [182_00, 180_00, 181_00, 178_00, 179_00]
const dayAfter = [sold, 168_00, 166_00, 169_00, 167_00]

const y = scaleOf(184_00, 162_00, 4, 86)
const x = scaleOf(0, 9, 2, 98)
export function GapThroughStop() {
  return (
    <Figure
      title={`A stop at ${formatMoney(stop)}, and a price that jumps past it`}
      description={`A line of prices over two days. The first day ends above the stop of ${formatMoney(stop)}, the second begins at ${formatMoney(sold)}, below it, and there the shares are sold.`}
      caption="Nobody could trade between the two days."
      height={190}
    >
      <Stretched>
        <Line path={`M0 ${y(stop)}H100`} dashed className="stroke-control" />
        <Line path={pathOf(dayBefore, x, y)} className="stroke-accent" />
        <Line path={pathOf(dayAfter, (index) => x(5 + index), y)} className="stroke-accent" />
      </Stretched>
      <text x="100%" y={at(y(stop) - 3)} textAnchor="end" className="fill-muted">
        stop {formatMoney(stop)}
      </text>
      <circle cx={at(x(5))} cy={at(y(sold))} r="5" className="fill-loss" />
      <text
        x={at(x(5) - 3)}
        y={at(y(sold))}
        dy="4"
        textAnchor="end"
        className="fill-loss font-medium"
      >
        sold at {formatMoney(sold)}
      </text>
      <Axis
        ticks={[
          { place: x(0), words: 'one day' },
          { place: x(5), words: 'the next' },
        ]}
      />
    </Figure>
  )
}
