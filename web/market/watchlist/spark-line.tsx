// What became of a stock in the last 7 days, as a small line. It has no direction's color, because the change beside it is that of the day.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { formatPercent, fromDollars } from '@tengrand/core/money.ts'

import { usePriceHistory, type PriceHistory } from '../prices.ts'

/** It is drawn anew with its history, every few minutes, and not with each price. Its place is kept until it is there. */
export function SparkLine({ ticker }: { ticker: Ticker }) {
  const { data } = usePriceHistory(ticker, '7d')
  return <span className="block h-7">{data && <Drawn history={data} />}</span>
}

function Drawn({ history }: { history: PriceHistory }) {
  const { historical_data, metrics } = history
  const values = historical_data.map(({ price }) => fromDollars(price))
  if (values.length < 2) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // As in the large chart: a quiet week stays quiet.
  const room = Math.max((high - low) * 0.1, high * 0.005)
  const amount = fromDollars(metrics.period_return)
  return (
    <>
      {/* A point for each unit of its width, a cent for each of its height, from the highest price down. */}
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
