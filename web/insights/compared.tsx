// The card that compares the portfolio with the market (equal parts of all stocks), as a chart, a table and a picture.
import { rangeLabel, ranges } from '@tengrand/core/day.ts'
import { fromDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { ChartFoot, type Open } from '../market/chart-foot.tsx'
import {
  marketColumns,
  MarketLegend,
  marketLines,
  marketReturn,
  sentenceOf,
  yourReturn,
} from '../portfolio/market-line.tsx'
import { valueLine } from '../portfolio/value-line.ts'
import { namesOf, padValue, stampsOf, ticksOf } from '../portfolio/value-names.ts'
import { useNetWorthHistory, type NetWorthHistory } from '../portfolio/queries.ts'
import { LineChart } from '../ui/line-chart.tsx'
import { Ranges } from '../ui/ranges.tsx'
import { InsightCard } from './insight-card.tsx'
import type { InsightProps } from './insights.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { Button } from '../ui/button.tsx'
import type { PictureFacts } from './picture.ts'

export function Compared({ isClosed, range, onRange }: InsightProps) {
  // Outlives the chart, so that the table stays open in the next range.
  const open = useState(false)
  const query = useNetWorthHistory(range)
  const history = query.data
  return (
    <InsightCard
      title="Compared with the market"
      aside={<RangeSwitch range={range} onRange={onRange} />}
      query={query}
      what="the comparison"
      isEmpty={({ data }) => data.length === 0}
      empty={['No data available for this period', 'Please try another range, or again later.']}
      sentenceLook={sentenceLook}
      blocks={['h-80 lg:h-88', 'h-11']}
      footer={
        <div className="mt-2 items-center justify-between gap-x-6 sm:flex">
          <p className="text-muted">
            The market is what your starting cash would be worth, had it been split equally over all{' '}
            {tickers.length} stocks when your portfolio was opened, and then left alone.
            {range !== 'all' && ' In a shorter range its line begins with what you had then.'}
          </p>
          <SavePicture facts={history && history.data.length > 0 ? { history, range } : null} />
        </div>
      }
    >
      {(shown) => <Comparison history={shown} range={range} isClosed={isClosed} open={open} />}
    </InsightCard>
  )
}

/** The range of this card and of the contributions, which share its state. */
export function RangeSwitch({ range, onRange }: Pick<InsightProps, 'range' | 'onRange'>) {
  return (
    <div className="max-md:mt-2 max-md:w-full">
      <Ranges label="Range" choices={choices} value={range} onChange={onRange} />
    </div>
  )
}

const choices = ranges.map((value) => ({ value, label: rangeLabel(value) }))

const sentenceLook = 'min-h-5.5 text-15'

interface ComparisonProps extends Pick<InsightProps, 'range' | 'isClosed'> {
  readonly history: NetWorthHistory
  readonly open: Open
}

function Comparison({ history, range, isClosed, open }: ComparisonProps) {
  const { points } = valueLine(history, fromDollars(history.metrics.current_value))
  const you = yourReturn(history)
  const when = namesOf(range, points, isClosed)
  const chart = { label: `You and the market, ${rangeLabel(range)}`, points, when }
  return (
    <>
      <p className={sentenceLook}>{sentenceOf(you, marketReturn(history))}</p>
      <LineChart
        {...chart}
        {...marketLines(history, points)}
        padding={padValue}
        tone={you.amount < 0 ? 'loss' : 'gain'}
        tick={ticksOf(points, isClosed)}
        height="h-60 lg:h-68"
      />
      <ChartFoot
        {...chart}
        open={open}
        {...marketColumns(history, points, you)}
        stamp={stampsOf(range, points)}
        file={`tengrand-market-${range}`}
      >
        <span className="flex flex-wrap gap-x-4">
          <MarketLegend own={you} history={history} />
        </span>
      </ChartFoot>
    </>
  )
}

/** Disabled while the facts are null: there is no line to draw. */
function SavePicture({ facts }: { facts: PictureFacts | null }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="secondary"
        aria-haspopup="dialog"
        disabled={!facts}
        onClick={() => setOpen(true)}
        className="shrink-0 max-sm:mt-3 max-sm:w-full"
      >
        Save as picture
      </Button>
      {isOpen && facts && <PictureDialog facts={facts} onClose={() => setOpen(false)} />}
    </>
  )
}

const PictureDialog = lazyComponent(() => import('./picture-dialog.tsx'), {
  loading: () => (
    <p role="status" className="sr-only">
      Preparing the picture...
    </p>
  ),
})
