// What each stock earned or cost in a period: bars left and right of zero, whose sum is the return of the period.
import { rangeLabel } from '@tengrand/core/day.ts'
import { formatGain, fromDollars } from '@tengrand/core/money.ts'

import { useState } from 'react'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { RangeSwitch, type RangedProps } from './compared.tsx'
import { sentenceOf, tableOf } from './contribution-words.ts'
import { FigureFoot, FigureTable } from './figure-table.tsx'
import { useContributions, type Contribution } from './insights.ts'
import { Meanwhile, PartView } from './part.tsx'
import { viewOf } from '../ui/query-view.tsx'

export interface EarnedProps extends RangedProps {
  /** So many stocks were ever traded, so that no range has more bars. */
  readonly stocks: number
}

export function Earned({ isClosed, range, onRange, stocks }: EarnedProps) {
  // Whoever reads the table goes on with it in the next range.
  const open = useState(false)
  const view = viewOf(useContributions(range), {
    isEmpty: ({ contributions }) => contributions.length === 0,
    error: ({ message }) => `Failed to load what earned it: ${message}`,
  })
  return (
    <Card title="What earned it" aside={<RangeSwitch range={range} onChange={onRange} />}>
      <PartView
        view={view}
        empty={['Nothing was held or traded in this time.', 'Please try another range.']}
        meanwhile={
          <Meanwhile
            words="Loading what earned it..."
            className={sentenceLook}
            below={[...Array.from({ length: stocks }, () => 'h-9'), 'h-11']}
          />
        }
      >
        {(earned) => (
          <>
            <p className={sentenceLook}>{sentenceOf(earned, range, isClosed)}</p>
            {/* Another range may have fewer, and nothing below should move then. */}
            <div style={{ minHeight: `${stocks * rowRem}rem` }}>
              <Bars contributions={earned.contributions} />
            </div>
            <FigureFoot open={open}>
              <FigureTable
                label={`What earned it, ${rangeLabel(range)}, as a table`}
                {...tableOf(earned)}
              />
              <p className="mt-2 text-12 text-muted">
                A sale turns a gain on paper into a realized one, also one from before this range.
              </p>
            </FigureFoot>
          </>
        )}
      </PartView>
    </Card>
  )
}

/** As many lines as the sentence has at most, at each width. */
const sentenceLook = 'mb-3 min-h-22 text-15 sm:min-h-11 lg:min-h-5.5'

const rowRem = 2.25

/** In dollars: a few cents do not look like a fortune where they stand alone. */
const spanMin = 10

function Bars({ contributions }: { contributions: readonly Contribution[] }) {
  const paths = usePaths()
  const amounts = contributions.map(({ amount }) => amount)
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
  const percentOf = (dollars: number): number => (dollars / Math.max(high - low, spanMin)) * 100
  return (
    <ul>
      {contributions.map(({ ticker, amount }) => (
        <li key={ticker} className="flex h-9 items-center gap-3">
          <Link to={paths.stock(ticker)} className="w-14 shrink-0 font-medium hover:underline">
            {ticker}
          </Link>
          <span aria-hidden="true" className="relative h-full flex-1">
            <span
              className={`absolute inset-y-2 ${barOf(amount)}`}
              style={{
                left: `${percentOf(Math.min(amount, 0) - low)}%`,
                width: `${percentOf(Math.abs(amount))}%`,
              }}
            />
            <span
              className="absolute inset-y-0 border-l border-control"
              style={{ left: `${percentOf(-low)}%` }}
            />
          </span>
          <span className={`w-24 shrink-0 text-right font-medium tabular-nums ${toneOf(amount)}`}>
            {formatGain(fromDollars(amount))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function barOf(amount: number): string {
  if (amount === 0) return ''
  return `min-w-0.5 ${amount < 0 ? 'rounded-l-sm bg-loss' : 'rounded-r-sm bg-gain'}`
}

function toneOf(amount: number): string {
  if (amount === 0) return 'text-muted'
  return amount < 0 ? 'text-loss' : 'text-gain'
}
