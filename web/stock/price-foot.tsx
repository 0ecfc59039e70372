// What stands under the chart of a stock: what its letters mean, and the way to its points as a table. Its code comes after the
// chart.
import { dayOf } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'

import { ChartFoot } from '../market/chart-foot.tsx'
import type { StockRange } from '../market/prices.ts'
import type { Marks } from '../ui/line-chart-marks.tsx'
import type { ChartPoint } from '../ui/line-chart-scale.ts'

interface PriceFootProps {
  readonly ticker: Ticker
  readonly range: StockRange
  readonly daily: boolean
  /** What the table has of the chart. */
  readonly chart: {
    readonly label: string
    readonly points: readonly ChartPoint[]
    readonly marks: Marks
    readonly when: (at: number) => string
  }
}

export default function PriceFoot({ ticker, range, daily, chart }: PriceFootProps) {
  return (
    <ChartFoot
      {...chart}
      column="Price"
      stamp={(at) => (daily ? dayOf(at) : new Date(at).toISOString())}
      file={`tengrand-${ticker}-${range}`}
    >
      {chart.marks.size > 0 && (
        <>
          <b className="font-semibold text-ink">B</b> you bought,{' '}
          <b className="font-semibold text-ink">S</b> you sold
        </>
      )}
    </ChartFoot>
  )
}
