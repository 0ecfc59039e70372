// What stands under the chart of a stock: what its letters mean, the way to its points as a table, and that to prices from before
// the last month. Its code comes after the chart.
import { dayOf, rangeLabel } from '@tengrand/core/day.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { ChartFoot } from '../market/chart-foot.tsx'
import type { StockRange } from '../market/prices.ts'
import type { Marks } from '../ui/line-chart-marks.tsx'
import type { ChartPoint } from '../ui/line-chart-scale.ts'
import { Ranges } from '../ui/ranges.tsx'
import { TextButton } from '../ui/text-button.tsx'

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

export function PriceFoot({ ticker, range, daily, chart }: PriceFootProps) {
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

interface LongerHistoryProps {
  readonly range: StockRange
  readonly onChange: (range: StockRange) => void
}

/** As high when it is open. Put away, it leaves no range behind that nothing on the page names. */
export function LongerHistory({ range, onChange }: LongerHistoryProps) {
  const [isOpen, setOpen] = useState(false)
  const toggle = (): void => {
    setOpen(!isOpen)
    if (isOpen && long.includes(range)) onChange('1m')
  }
  return (
    <div className="-mb-3 flex min-h-12 items-center gap-4">
      <TextButton aria-expanded={isOpen} onClick={toggle}>
        Longer history
      </TextButton>
      {isOpen && (
        <Ranges label="Longer history" choices={choices} value={range} onChange={onChange} />
      )}
    </div>
  )
}

const long: readonly StockRange[] = ['6m', '1y']
const choices = long.map((value) => ({ value, label: rangeLabel(value) }))
