// The card that compares the portfolio with the market and with what-ifs, as a chart, a table and a picture.
import { rangeLabel, ranges } from '@tengrand/core/day.ts'
import { formatMoney, type Cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { useState } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { usePrinted } from '../browser/printed.ts'
import { useNetWorthHistory } from '../portfolio/queries.ts'
import { Button } from '../ui/button.tsx'
import { Ranges } from '../ui/ranges.tsx'
import { Comparison, sentenceLook } from './comparison.tsx'
import { InsightCard } from './insight-card.tsx'
import type { InsightProps } from './insights.ts'
import type { PictureFacts } from './picture.ts'
import type { Kind } from './what-if-words.ts'
import { WhatIfChoice } from './what-if.tsx'

export function Compared({ isClosed, insights, range, onRange, start }: InsightProps) {
  // Outlives the chart, so that the table stays open in the next range.
  const open = useState(false)
  const query = useNetWorthHistory(range)
  const history = query.data
  const { shown, toggle } = useShown(range, onRange)
  const scenarios = insights.scenarios.data
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
      beside={<WhatIfChoice query={insights.scenarios} shown={shown} onToggle={toggle} />}
      footer={
        <div className="mt-2 items-center justify-between gap-x-6 sm:flex">
          <MarketWords start={start} isShort={range !== 'all'} />
          <SavePicture facts={history && history.data.length > 0 ? { history, range } : null} />
        </div>
      }
    >
      {(data) => (
        <Comparison {...{ history: data, scenarios, shown, range, isClosed, open, start }} />
      )}
    </InsightCard>
  )
}

/** What-ifs count from the start: to choose one shows the whole time, and another range leaves them out. */
function useShown(range: InsightProps['range'], onRange: InsightProps['onRange']) {
  const [chosen, setChosen] = useState<readonly Kind[]>(['market'])
  const shown = chosen.filter((kind) => kind === 'market' || range === 'all')
  const toggle = (kind: Kind): void => {
    setChosen(shown.includes(kind) ? shown.filter((one) => one !== kind) : [...shown, kind])
    if (kind !== 'market') onRange('all')
  }
  return { shown, toggle }
}

function MarketWords({ start, isShort }: { start: Cents; isShort: boolean }) {
  return (
    <p className="text-muted">
      'The market' is your {formatMoney(start).replace(/\.00$/, '')} split equally across all{' '}
      {tickers.length} stocks on day one and never touched.
      {isShort && ' In a shorter range, both lines start together.'}
    </p>
  )
}

/** The range of this card and of the contributions, which share its state. */
export function RangeSwitch({ range, onRange }: Pick<InsightProps, 'range' | 'onRange'>) {
  usePrinted(`Range ${rangeLabel(range)}`)
  return (
    <div className="max-md:mt-2 max-md:w-full">
      <Ranges label="Range" choices={choices} value={range} onChange={onRange} />
    </div>
  )
}

const choices = ranges.map((value) => ({ value, label: rangeLabel(value) }))

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
