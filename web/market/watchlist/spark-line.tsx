// The small chart of a stock's last 7 days. Its color is neutral, because the percentage beside it is the change of the day.
import { formatPercent, fromDollars } from '@tengrand/core/money.ts'
import { memo } from 'react'

import type { PriceLine } from '../prices.ts'

interface SparkLineProps {
  /** Undefined before the first response, and for a stock whose prices are not known. */
  readonly line: PriceLine | undefined
  readonly className: string
}

/** The class has the size, which is reserved before the first response. Memoized, so that a quote does not draw it again. */
export const SparkLine = memo(({ line, className }: SparkLineProps) => (
  <span className={`block ${className}`}>{line && <Drawn {...line} />}</span>
))

function Drawn({ prices, period_return, period_return_percent }: PriceLine) {
  const values = prices.map(fromDollars)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // The same margin as in the large chart, so that small moves look small.
  const room = Math.max((high - low) * 0.1, high * 0.005)
  return (
    <>
      {/* The units of the view box: points in x, cents below the highest price in y. */}
      <svg
        aria-hidden="true"
        viewBox={`0 ${-room} ${values.length - 1} ${high - low + 2 * room}`}
        preserveAspectRatio="none"
        fill="none"
        className="size-full text-muted"
      >
        <path
          d={`M${values.map((value, index) => `${index} ${high - value}`).join('L')}`}
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="sr-only">
        {formatPercent(period_return_percent, 2, fromDollars(period_return))} past 7 days
      </span>
    </>
  )
}
