// The chart of a stock's price in each of its states; at the rate limit only the current price is drawn.
import { dayOf, rangeLabel } from '@tengrand/core/day.ts'
import { formatMoney } from '@tengrand/core/money.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment } from 'react'

import { ApiProblem } from '../api/problem.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { ChartFoot } from '../market/chart-foot.tsx'
import { type PriceHistory, type StockRange } from '../market/prices.ts'
import { day, hour, padPrice } from '../ui/line-chart-scale.ts'
import type { Marks } from '../ui/line-chart-marks.tsx'
import { LineChart } from '../ui/line-chart.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { isDaily, type PriceLine, type PriceNow } from './price-line.ts'
import { useOpenOrders } from '../orders/queries.ts'
import { stockSentence } from './not-loaded.tsx'

interface PriceChartProps {
  readonly ticker: Ticker
  readonly range: StockRange
  readonly history: UseQueryResult<PriceHistory>
  readonly line: PriceLine | null
  readonly now: PriceNow
  readonly marks: Marks
}

export function PriceChart(props: PriceChartProps) {
  const { ticker, range, history, line, now, marks } = props
  const label = `Price of ${ticker}, ${rangeLabel(range)}`
  if (!history.data && history.error instanceof ApiProblem && history.error.status === 429)
    return <OnlyNow label={label} now={now} />
  const view = viewOf(history, { isEmpty: () => line === null, error: stockSentence })
  return (
    <div className="flex min-h-99 flex-col justify-center">
      <QueryView
        view={view}
        loading="Loading stock data..."
        empty={['No data available for this period', 'Try another range, or come back later.']}
        rows={6}
      >
        {(data) =>
          line && <Drawn {...{ ticker, range, label, line, marks }} daily={isDaily(data)} />
        }
      </QueryView>
    </div>
  )
}

interface DrawnProps extends Pick<PriceChartProps, 'ticker' | 'range' | 'marks'> {
  readonly label: string
  readonly line: PriceLine
  readonly daily: boolean
}

function Drawn({ ticker, range, label, line, marks, daily }: DrawnProps) {
  const { points, change } = line
  // Only reads the cache; the list below the chart fetches the orders.
  const { data } = useOpenOrders({ enabled: false })
  const orders = data?.orders.filter((order) => order.ticker === ticker) ?? []
  const when = (at: number): string => (daily ? day : hour).format(at)
  const chart = { label, points, marks, when }
  return (
    <>
      <LineChart
        {...chart}
        padding={padPrice}
        tone={change.amount < 0 ? 'loss' : 'gain'}
        renderOverlay={(scale) => orders.length > 0 && <OrderLines orders={orders} scale={scale} />}
        height="h-68"
      />
      <ChartFoot
        {...chart}
        column="Price"
        stamp={(at) => (daily ? dayOf(at) : new Date(at).toISOString())}
        file={`tengrand-${ticker}-${range}`}
      >
        <Legend marks={marks} />
      </ChartFoot>
    </>
  )
}

/** Loaded for learners with open orders. The list below the chart has the same text. */
const OrderLines = lazyComponent(() => import('../orders/order-lines.tsx'), {
  loading: () => null,
  failed: () => null,
})

const meanings = [
  ['B', 'you bought'],
  ['S', 'you sold'],
  ['E', 'earnings report'],
] as const

/** Explains the letters that are on the chart. */
function Legend({ marks }: { marks: Marks }) {
  const letters = new Set([...marks.values()].flat().map(({ letter }) => letter))
  return meanings
    .filter(([letter]) => letters.has(letter))
    .map(([letter, meaning], index) => (
      <Fragment key={letter}>
        {index > 0 && ', '}
        <b className="font-semibold text-ink">{letter}</b> {meaning}
      </Fragment>
    ))
}

function OnlyNow({ label, now: { price } }: { label: string; now: PriceNow }) {
  return (
    <div className="mt-4">
      <Notice tone="warning" quiet>
        Historical data temporarily unavailable. Current price: {formatMoney(price)}. Please try
        again later.
      </Notice>
      <LineChart
        label={label}
        points={[{ at: 0, value: price }]}
        padding={padPrice}
        tone="neutral"
        when={() => 'now'}
      />
    </div>
  )
}
