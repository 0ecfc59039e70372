// The small chart of a stock's last 7 days. Its color is neutral, because the percentage beside it is the change of the day.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { formatPercent, fromDollars } from '@tengrand/core/money.ts'

import { usePriceHistory, type PriceHistory } from '../prices.ts'

/** Rendered with each refetch of the history, not with each quote. The height is reserved before the first response. */
export function SparkLine({ ticker }: { ticker: Ticker }) {
  const { data } = usePriceHistory(ticker, '7d')
  return <span className="block h-7">{data && <Drawn history={data} />}</span>
}

function Drawn({ history }: { history: PriceHistory }) {
  const { historical_data, metrics } = history
  const values = historical_data.map(({ price }) => fromDollars(price))
  if (values.length < 2) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // The same margin as in the large chart, so that small moves look small.
  const room = Math.max((high - low) * 0.1, high * 0.005)
  const amount = fromDollars(metrics.period_return)
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
        {formatPercent(metrics.period_return_percent, 2, amount)} past 7 days
      </span>
    </>
  )
}
